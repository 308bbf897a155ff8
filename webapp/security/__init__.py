"""Access control: headers, rate limits, flood guard, sockets, codes, the host key."""
