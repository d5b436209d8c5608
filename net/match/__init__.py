"""One match at one peer: its log kept and served, what is agreed, what its owner may see."""
