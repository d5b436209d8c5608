"""How peers agree on one match: protocol cores without sockets and clocks, asyncio and TLS only at the edge."""
