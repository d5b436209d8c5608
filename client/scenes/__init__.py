"""The scenes: one module each.  A scene gets its `client.core.services.Services` and answers with transitions."""
