"""Everything that one peer holds and decides: tables, links, starts, matches."""
