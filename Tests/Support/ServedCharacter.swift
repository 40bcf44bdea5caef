/// A character as Comic Vine records it; a test may change it while the server runs.
package struct ServedCharacter: Sendable {
    package let id: Int
    package var name: String
    package var realName: String?
    package var deck: String?
    package var description: String?
    package var publisher: Publisher?
    /// The number of issues with this character.
    package var appearances: Int
    /// The time of the last change, such as `2026-11-23 08:15:00`.
    package var updated = "2026-02-14 11:04:21"
    package var picture: Picture
    package var gender: Int? = 1

    package struct Publisher: Sendable, Equatable {
        package let id: Int
        package let name: String

        package static let marvel = Publisher(id: 31, name: "Marvel")
        package static let dc = Publisher(id: 10, name: "DC Comics")
        package static let malibu = Publisher(id: 18, name: "Malibu")
        static let all = [marvel, dc, malibu]
    }

    /// The forms of `image`.
    package enum Picture: Sendable, Equatable {
        /// A folder and file below the folder of a size.
        case file(String)
        case placeholder
        case null

        static let site = "https://comicvine.gamespot.com"

        var value: ComicVineValue {
            switch self {
            case .file(let file): Self.image(file)
            case .placeholder: Self.image("11122/111222211/6373148-blank.png")
            case .null: .null
            }
        }

        private static let sizes = [
            ("icon_url", "square_avatar"), ("medium_url", "scale_medium"), ("screen_url", "screen_medium"),
            ("screen_large_url", "screen_kubrick"), ("small_url", "scale_small"), ("super_url", "scale_large"),
            ("thumb_url", "scale_avatar"), ("tiny_url", "square_mini"), ("original_url", "original"),
        ]

        private static func image(_ file: String) -> ComicVineValue {
            let urls = sizes.map { (name: $0.0, value: ComicVineValue.text("\(site)/a/uploads/\($0.1)/\(file)")) }
            return .object(urls + [("image_tags", "All Images")])
        }
    }
}

extension ServedCharacter {
    init(_ id: Int, _ name: String, _ realName: String? = nil, _ publisher: Publisher? = .marvel, in appearances: Int) {
        self.init(
            id: id, name: name, realName: realName, deck: "\(name) keeps watch over street \(id).",
            description: """
                <h2>Origin</h2><p>\(name) first met <a href="/storm/4005-1444/" data-ref-id="4005-1444">Storm</a> & \
                <a href="../../light-lass/29-30997/">another</a>.</p><p>\u{A0}</p>
                """,
            publisher: publisher, appearances: appearances, picture: .file("6/68065/\(id)-portrait.jpg"))
    }

    /// Characters with their real ids, and with each peculiarity of the recorded data from 190001 on.
    static let known = table.map { row in
        ServedCharacter(row.id, row.name, row.realName, row.publisher, in: row.appearances).withPeculiarity
    }

    private typealias Row = (id: Int, name: String, realName: String?, publisher: Publisher?, appearances: Int)

    private static let table: [Row] = [
        (1253, "Lightning Lad", "Garth Ranzz", .dc, 1088),
        (1289, "Naiad", nil, .malibu, 32),
        (1440, "Wolverine", "James Howlett", .marvel, 320),
        (1441, "Magneto", "Max Eisenhardt", .marvel, 140),
        (1442, "Captain America", "Steve Rogers", .marvel, 210),
        (1443, "Spider-Man", "Peter Parker", .marvel, 260),
        (1444, "Storm", "Ororo Munroe", .marvel, 130),
        (1455, "Iron Man", "Tony Stark", .marvel, 220),
        (1475, "Hawkeye", "Clint Barton", .marvel, 120),
        (1504, "Vision", "Victor Shade", .marvel, 90),
        (2267, "Hulk", "Bruce Banner", .marvel, 150),
        (3552, "Jean Grey", "Jean Grey", .marvel, 110),
        (11_943, "Stone Cold", nil, .marvel, 14),
        (14_695, "Hellstorm", "Daimon Hellstrom", .marvel, 60),
        (24_694, "Daredevil", "Matt Murdock", .marvel, 180),
        (190_001, "Jakob ", "Jakob Frost ", .marvel, 12),
        (190_002, "Night Porter", nil, .marvel, 25),
        (190_003, "Tin Sergeant", nil, .marvel, 30),
        (190_004, "Glass Harbour", nil, .marvel, 18),
        (190_005, "Hawkeye", "Kate Bishop", .marvel, 45),
        (190_006, "Stray Signal", nil, nil, 40),
        (190_007, "Salt & Pepper", nil, .marvel, 22),
        (190_008, "'Spinner", "\"Dizzy\" Lane", .marvel, 16),
        (190_009, "Bystander Bob", nil, .marvel, 2),
        (190_010, "Chasseuse d’Été", nil, .marvel, 11),
        (190_011, "Unwritten", nil, .marvel, 15),
        (190_012, "Vision", "None", .marvel, 33),
    ]

    private var withPeculiarity: ServedCharacter {
        var character = self
        switch id {
        case 190_002: character.picture = .placeholder
        case 190_003: (character.picture, character.gender) = (.null, nil)
        case 190_004: character.picture = .file("6/68065/6902400-5024514050-150")
        case 190_007: character.deck = "Two cooks & one pot.\nThey fear R&amp;D, <b> and \"quotes\"."
        case 190_011: (character.deck, character.description, character.gender) = (nil, nil, 0)
        default: break
        }
        return character
    }
}
