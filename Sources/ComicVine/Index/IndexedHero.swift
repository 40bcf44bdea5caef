import FoundationEssentials
import Heroes

/// A hero of the index, in the order of names; until its details are loaded, only the name is known.
struct IndexedHero: Sendable, Comparable {
    let id: Hero.ID
    let name: String
    /// The name in lower case without diacritics and without quotation marks at its start.
    let sortKey: String
    var realName: String?
    /// A paragraph of plain text.
    var deck: String?
    /// The paths of the picture and the page, as those of `ComicVineObject`.
    var image: String?
    var page: String?
    /// The number of comics; nil until the details are loaded.
    var appearances: Int?

    init(id: Hero.ID, name: String, sortKey: String? = nil) {
        (self.id, self.name, self.sortKey) = (id, name, sortKey ?? Self.sortKey(name))
    }

    static func < (one: Self, other: Self) -> Bool {
        one.sortKey == other.sortKey ? one.id < other.id : one.sortKey < other.sortKey
    }

    /// Creates a hero from its stored form; returns nil for that of a removed one.
    init?(id: Hero.ID, body: Data) {
        let fields = body.split(separator: Self.separator, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard fields.count == 7 else { return nil }
        self.init(id: id, name: fields[0], sortKey: fields[1])
        let texts = fields[2...5].map(\.nonEmpty)
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
            description: deck.flatMap(\.asParagraph), thumbnail: image.flatMap(Thumbnail.init(comicVine:)),
            links: page.map { [Hero.Link(kind: "comicvine", url: "\(ComicVineConfiguration.site)/\($0)/")] } ?? [],
            facts: HeroFacts(realName: realName, appearances: appearances))
    }
}
