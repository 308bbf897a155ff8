"""Print sheets of lists: pages of marks, as SVG in the browser and as PDF."""
