"""What every game's table is built from: places and their pages, broadcast, clocks, menus, talk, plain tables."""
