"""Who may ask, how often and from where: headers, rate limits, flood guard, sockets, codes, the host key."""
