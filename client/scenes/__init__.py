"""The scenes: one module each.  A scene gets its `client.services.Services` and answers with transitions."""
