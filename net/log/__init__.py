"""The signed log of one match: header, entries, consents, seals; what they mean, and which history holds."""
