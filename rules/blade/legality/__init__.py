"""The checker: what may be done and why not, for screens, bots and `submit`. A refusal that stands earlier in the table
of docs/blade.md is given first; gems that are lacking come last."""
