"""The only I/O of ``net``: sockets and TLS, discovery, addresses, certificate, disk."""
