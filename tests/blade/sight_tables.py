"""Who sees whom on the core boards at the start, zone by zone; `-`: nobody."""

SIGHT = {
    "salt-quay": """
        alley-north: alley-south quay-1
        alley-south: alley-north quay-1 water-west
        barge: quay-1 quay-2 quay-3 quay-4 water-east water-west
        counting-room: -
        gallery-east: gallery-west hall-east hall-middle hall-west loft-east
        gallery-west: gallery-east hall-middle hall-west
        hall-east: gallery-east hall-middle hall-west
        hall-middle: gallery-east gallery-west hall-east hall-west
        hall-west: gallery-east gallery-west hall-east hall-middle
        loft-east: gallery-east
        loft-west: -
        quay-1: alley-north alley-south barge quay-2 quay-3 quay-4 water-east water-west
        quay-2: barge quay-1 quay-3 quay-4 water-east water-west
        quay-3: barge quay-1 quay-2 quay-4 water-east water-west
        quay-4: barge quay-1 quay-2 quay-3 water-east water-west yard-north yard-south
        street-east: street-middle street-west
        street-middle: street-east street-west
        street-west: street-east street-middle
        strongroom: -
        water-east: barge quay-1 quay-2 quay-3 quay-4 water-west yard-south
        water-west: alley-south barge quay-1 quay-2 quay-3 quay-4 water-east
        yard-north: quay-4 yard-south
        yard-south: quay-4 water-east yard-north
    """,
    "reedwater": """
        east-lane: green-east green-west landing north-yard pen reeds-north reeds-south road south-yard tower
          tower-foot west-lane
        green-east: east-lane green-west landing north-yard pen reeds-north reeds-south shrine south-yard tower
          tower-foot west-lane
        green-west: east-lane green-east landing north-yard pen shrine south-yard tower tower-foot west-lane
        hut-a: -
        hut-b: -
        hut-d: -
        hut-e: -
        landing: east-lane green-east green-west marsh-north marsh-south shrine west-lane
        longhouse: -
        marsh-north: landing marsh-south north-yard reeds-north
        marsh-south: landing marsh-north reeds-south south-yard
        north-yard: east-lane green-east green-west marsh-north pen reeds-north shrine south-yard
        pen: east-lane green-east green-west north-yard reeds-north wood-north
        reeds-north: east-lane green-east marsh-north north-yard pen shrine
        reeds-south: east-lane green-east marsh-south road shrine south-yard tower tower-foot
        road: east-lane reeds-south south-yard tower wood-north wood-south
        shrine: green-east green-west landing north-yard reeds-north reeds-south south-yard west-lane
        south-yard: east-lane green-east green-west marsh-south north-yard reeds-south road shrine tower tower-foot
        tower: east-lane green-east green-west reeds-south road south-yard tower-foot wood-north
        tower-foot: east-lane green-east green-west reeds-south south-yard tower west-lane
        west-lane: east-lane green-east green-west landing shrine tower-foot
        wood-north: pen road tower wood-south
        wood-south: road wood-north
    """,
    "the-coil": """
        ante-north: ante-south cell-north cell-south hall-north sanctum-north stair
        ante-south: ante-north cell-north cell-south hall-south stair
        bridge: crypt-north dais hall-middle sanctum-middle
        cell-north: ante-north ante-south cell-south
        cell-south: ante-north ante-south cell-north cistern
        cistern: cell-south shrine-south
        crawl: -
        crypt-north: bridge hall-south sanctum-middle sanctum-north sanctum-south
        crypt-south: -
        dais: bridge hall-middle sanctum-middle sanctum-north sanctum-south well
        hall-middle: bridge dais hall-north hall-south sanctum-middle sanctum-north sanctum-south
        hall-north: ante-north hall-middle hall-south sanctum-middle sanctum-north stair
        hall-south: ante-south crypt-north hall-middle hall-north sanctum-middle sanctum-south stair
        postern: -
        sanctum-middle: bridge crypt-north dais hall-middle hall-north hall-south sanctum-north sanctum-south
        sanctum-north: ante-north crypt-north dais hall-middle hall-north sanctum-middle sanctum-south
        sanctum-south: crypt-north dais hall-middle hall-south sanctum-middle sanctum-north well
        shrine-north: -
        shrine-south: cistern
        stair: ante-north ante-south hall-north hall-south
        vault: -
        well: dais sanctum-south
    """,
    "proving-ground": """
        a1: a2 b1 b2 c1 c2
        a2: a1 b1 b2 c1 c2
        a3: -
        a4: b4
        b1: a1 a2 b2 c1 c2 c3
        b2: a1 a2 b1 c1 c2
        b3: b4 c3 c4
        b4: a4 b3 c2 c3 c4
        c1: a1 a2 b1 b2 c2 c3 c4
        c2: a1 a2 b1 b2 b4 c1 c3 c4
        c3: b1 b3 b4 c1 c2 c4
        c4: b3 b4 c1 c2 c3
    """,
}
