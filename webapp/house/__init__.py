"""The host's own business: who that is, which address is the right one, copies of the evening, going back to one."""
