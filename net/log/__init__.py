"""The signed log of one match: which history of it holds."""
