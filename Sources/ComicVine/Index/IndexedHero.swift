import FoundationEssentials
import Heroes

/// A hero of the index; until its details are loaded, only the name is known.
struct IndexedHero: Sendable, Equatable {
    let id: Hero.ID
    let name: String
    /// The name in lower case without diacritics and without quotation marks at its start.
    let sortKey: String
    var realName: String?
    /// A paragraph of plain text.
    var deck: String?
    /// The path of the picture without its size, such as `1/15776/9988407-kyle_rayner.jpg`.
    var image: String?
    /// The path of the page on Comic Vine, such as `kyle-rayner/4005-40431`.
    var page: String?
    /// The number of comics; nil until the details are loaded.
    var appearances: Int?

    init(id: Hero.ID, name: String, sortKey: String? = nil) {
        self.id = id
        self.name = name
        self.sortKey = sortKey ?? Self.sortKey(name)
    }

    init(_ character: ComicVineCharacter) {
        self.init(id: character.id, name: character.name)
        realName = character.realName == character.name ? nil : character.realName
        deck = character.deck
        image = character.image
        page = character.page
        appearances = character.appearances ?? 0
    }

    /// Creates a hero from its stored form; returns nil if it was removed, or if another version of the program has stored
    /// it.
    init?(id: Hero.ID, body: Data) {
        let fields = body.split(separator: Self.separator, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard fields.count == 7 else { return nil }
        self.init(id: id, name: fields[0], sortKey: fields[1])
        let texts = fields[2...5].map { $0.isEmpty ? nil : $0 }
        (realName, deck, image, page) = (texts[0], texts[1], texts[2], texts[3])
        appearances = Int(fields[6])
    }

    /// The stored form: fields with a separator, which are read much faster than JSON.
    var body: Data {
        let texts = [
            name, sortKey, realName ?? "", deck ?? "", image ?? "", page ?? "", appearances.map(String.init) ?? "",
        ]
        return Data(
            texts.map { text in text.utf8.map { $0 == Self.separator ? UInt8(ascii: " ") : $0 } }
                .joined(separator: [Self.separator]))
    }

    /// ASCII's unit separator.
    private static let separator: UInt8 = 0x1F

    static func sortKey(_ name: String) -> String {
        let key = SortKey.of(name)
        let stripped = key.drop { "'\"’‘“”".contains($0) }
        return stripped.isEmpty ? key : String(stripped)
    }

    /// Returns the hero; `isAmbiguous` adds the real name to a name that another shown hero has, too.
    func hero(isAmbiguous: Bool) -> Hero {
        Hero(
            id: id, name: isAmbiguous ? realName.map { "\(name) (\($0))" } ?? name : name,
            description: deck.flatMap(ComicVineText.paragraph), thumbnail: image.flatMap(Thumbnail.init(comicVine:)),
            links: page.map { [Hero.Link(kind: "comicvine", url: "\(ComicVineConfiguration.site)/\($0)/")] } ?? [],
            facts: HeroFacts(realName: realName, appearances: appearances))
    }
}

extension Thumbnail {
    /// Creates the picture for the path behind `/a/uploads/SIZE/`; the size is a placeholder.
    init(comicVine path: String) {
        var (stem, end) = (path[...], Substring())
        if let dot = path.utf8.lastIndex(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }),
            path[dot] == "."
        {
            let suffix = path[path.index(after: dot)...]
            if (1...5).contains(suffix.utf8.count), suffix.allSatisfy(\.isLetter) {
                (stem, end) = (path[..<dot], suffix)
            }
        }
        self.init(
            path: "\(ComicVineConfiguration.site)/a/uploads/*/\(stem)", fileExtension: String(end))
    }
}

/// Texts of Comic Vine as HTML.
enum ComicVineText {
    /// Returns a plain text as a paragraph of HTML; nil if it is blank. References in it were escaped once too often.
    static func paragraph(_ text: String) -> String? {
        let lines = text.unicodeScalars.split(whereSeparator: \.isNewline).map { String($0).withoutReferences.trimmed }
            .filter { !$0.isEmpty }
        return lines.isEmpty ? nil : "<p>" + lines.map(\.asHTML).joined(separator: "<br>") + "</p>"
    }
}

extension Unicode.Scalar {
    /// True for the characters that end a line, as for `Character`.
    fileprivate var isNewline: Bool {
        switch value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }
}
