"""What travels between two peers: frames, messages, names, identities, hints, one connection.  Sans-IO."""
