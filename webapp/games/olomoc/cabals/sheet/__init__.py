"""The print sheet: a roster and cards to cut out, laid out once in millimetres, then shown as SVG or written as PDF."""
