"""How peers agree on one match: pure protocol cores, asyncio and TLS only at the edge."""
