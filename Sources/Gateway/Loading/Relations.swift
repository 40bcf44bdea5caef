import Basics

/// The relations in a catalogue: the declared ones and those derived from them.
struct Relations {
    private var links: [ObjectKey: [ArchiveEntry.Link]] = [:]
    /// The comics of each event's own series.
    private let core: [Int: Set<Int>]

    init(_ catalogue: Catalogue) {
        core = Dictionary(catalogue.items(.events).map { ($0.id, Set($0.core)) }) { first, _ in first }
        for item in catalogue.items(.series) + catalogue.items(.events) {
            relate(item.kind, item.id, item)
            for series in item.related[.series] ?? [] { relate(.events, item.id, .series, series) }
        }
        let comics = Dictionary(catalogue.items(.comics).map { ($0.id, $0) }) { first, _ in first }
        let events = Self.events(catalogue)
        for comic in catalogue.items(.comics) { add(comic, events: events[comic.id] ?? []) }
        for story in catalogue.items(.stories) {
            guard let comic = story.related[.comics]?.first.flatMap({ comics[$0] }) else { continue }
            add(story, of: comic, events: events[comic.id] ?? [])
        }
        for event in catalogue.items(.events) { takeSides(event) }
    }

    /// Gives the heroes of an event's sides their side as the role, in place of any other.
    private mutating func takeSides(_ event: CatalogueItem) {
        let labels = Dictionary(
            event.sides.flatMap { side in side.heroes.map { ($0, side.label) } },
            uniquingKeysWith: { first, _ in first })
        links[event.key] = links[event.key]?.map { link in
            guard link.kind == .characters, let label = labels[link.id] else { return link }
            return ArchiveEntry.Link(kind: .characters, id: link.id, role: "side: \(label)")
        }
    }

    /// Returns the relations of one object. Each relation is listed for only one of its two objects.
    func links(_ kind: Kind, _ id: Int) -> [ArchiveEntry.Link] { links[ObjectKey(kind, id)] ?? [] }

    /// Returns the events of each comic: a comic lists its events, or an event its comics.
    private static func events(_ catalogue: Catalogue) -> [Int: [Int]] {
        var events: [Int: [Int]] = [:]
        for comic in catalogue.items(.comics) { events[comic.id] = comic.related[.events] }
        for event in catalogue.items(.events) {
            for comic in event.related[.comics] ?? [] where events[comic]?.contains(event.id) != true {
                events[comic, default: []].append(event.id)
            }
        }
        return events
    }

    /// Adds a comic's relations; its characters and creators are also those of its series and its events.
    private mutating func add(_ comic: CatalogueItem, events: [Int]) {
        relate(.comics, comic.id, comic)
        for series in comic.related[.series] ?? [] {
            relate(.comics, comic.id, .series, series)
            relate(.series, series, comic, isPart: true)
            for event in events {
                let own = core[event] ?? []
                let role = own.isEmpty ? "" : own.contains(comic.id) ? "core" : "tie-in"
                relate(.events, event, .comics, comic.id, role: role)
                relate(.events, event, .series, series)
                relate(.events, event, comic, isPart: true)
            }
        }
    }

    /// Adds a story's relations. A story without characters has those of its comic; its creators are also those of its
    /// comic and its series.
    private mutating func add(_ story: CatalogueItem, of comic: CatalogueItem, events: [Int]) {
        let hasOwn = story.related[.characters]?.isEmpty == false
        for character in (hasOwn ? story : comic).related[.characters] ?? [] {
            relate(.stories, story.id, character, story.roles[character] ?? comic.roles[character])
        }
        relate(.stories, story.id, story.credits)
        relate(.stories, story.id, .comics, comic.id)
        for series in comic.related[.series] ?? [] { relate(.stories, story.id, .series, series) }
        for event in events { relate(.stories, story.id, .events, event) }
        relate(.comics, comic.id, story.credits)
        for series in comic.related[.series] ?? [] { relate(.series, series, story.credits) }
    }

    /// Relates a work to the characters and the creators of an item: of itself, or of a part of it. Who is the main one
    /// of a part need not be of the whole.
    private mutating func relate(_ kind: Kind, _ id: Int, _ item: CatalogueItem, isPart: Bool = false) {
        for character in item.related[.characters] ?? [] {
            let role = item.roles[character]
            relate(kind, id, character, isPart ? role.map { min($0, .supporting) } : role)
        }
        relate(kind, id, item.credits)
    }

    /// Relates a work to a character once, in the largest role.
    private mutating func relate(_ kind: Kind, _ id: Int, _ character: Int, _ role: HeroRole?) {
        let (subject, link) = (
            ObjectKey(kind, id), ArchiveEntry.Link(kind: .characters, id: character, role: role?.rawValue ?? "")
        )
        guard let index = links[subject]?.firstIndex(where: { $0.id == character && $0.kind == .characters }) else {
            links[subject, default: []].append(link)
            return
        }
        let known = links[subject].flatMap { HeroRole(rawValue: $0[index].role) }
        if let role, known.map({ $0 < role }) ?? true { links[subject]?[index] = link }
    }

    private mutating func relate(_ kind: Kind, _ id: Int, _ credits: [CatalogueItem.Credit]) {
        for credit in credits { relate(kind, id, .creators, credit.creator, role: credit.role) }
    }

    /// Adds a relation once; appends further roles of a creator to the first.
    private mutating func relate(_ kind: Kind, _ id: Int, _ other: Kind, _ otherID: Int, role: String = "") {
        let subject = ObjectKey(kind, id)
        guard let index = links[subject]?.firstIndex(where: { $0.id == otherID && $0.kind == other }) else {
            links[subject, default: []].append(ArchiveEntry.Link(kind: other, id: otherID, role: role))
            return
        }
        guard let known = links[subject]?[index].role, !role.isEmpty,
            !known.split(separator: ",").contains(where: { $0.drop { $0 == " " } == role })
        else { return }
        links[subject]?[index] = ArchiveEntry.Link(
            kind: other, id: otherID, role: known.isEmpty ? role : "\(known), \(role)")
    }
}

extension JSON {
    /// Returns the URL of an object's page on marvel.com; nil for objects with ids made up for the catalogue.
    private static func page(_ kind: Kind, _ id: Int, name: String) -> JSON? {
        guard id < Catalogue.firstOwnID else { return nil }
        let word = kind == .comics ? "issue" : kind.rawValue
        return .string("http://marvel.com/comics/\(word)/\(id)/\(slug(name))")
    }

    /// Returns the `urls` of a work: one detail link, which clients rely on; its API URL if marvel.com has no page for
    /// it.
    static func details(_ kind: Kind, _ id: Int, name: String) -> JSON {
        .array([["type": "detail", "url": page(kind, id, name: name) ?? .localURL(kind.path(id))]])
    }

    /// Returns the `urls` of a hero: at least two, since many clients use the first two without a test. Both lead to the
    /// hero's page on marvel.com, or to a search there if its address is not known.
    static func characterLinks(_ id: Int, name: String, wiki: String?) -> JSON {
        let search = JSON.string("http://marvel.com/search?query=\(PercentEncoding.encode(name))")
        let page = page(.characters, id, name: name) ?? search
        let encyclopedia: [JSON] = wiki.map { [["type": "wiki", "url": .string($0)]] } ?? []
        return .array([["type": "detail", "url": page]] + encyclopedia + [["type": "comiclink", "url": page]])
    }

    /// Returns the reference to a picture that `Images` draws.
    static func picture(_ kind: Kind, _ id: Int, _ format: PictureFormat) -> JSON {
        ["path": .localURL("/images/\(kind.rawValue)/\(id)"), "extension": .string(format.rawValue)]
    }

    /// Returns the reference to a mosaic of characters' portraits, of the first four.
    static func mosaic(_ characters: [Int], _ format: String) -> JSON {
        let ids = characters.prefix(mosaicLimit).map(String.init).joined(separator: "-")
        return ["path": .localURL("/images/\(mosaic)/\(ids)"), "extension": .string(format)]
    }

    /// The word in the paths of mosaics, and the largest number of portraits in one.
    static let (mosaic, mosaicLimit) = ("mosaic", 4)

    /// The reference to the placeholder picture, by a name that clients recognise.
    static let placeholder: JSON = ["path": .localURL("/images/image_not_available"), "extension": "jpg"]

    /// Returns a name as in marvel.com's URLs: ultimate_spider-man_2000_-_2009 for "Ultimate Spider-Man (2000 - 2009)".
    private static func slug(_ name: String) -> String {
        let letters = Folding.fold(name).unicodeScalars.filter { scalar in
            switch scalar {
            case "a"..."z", "0"..."9", " ", "-": true
            default: false
            }
        }
        return letters.split(separator: " ").map { String(String.UnicodeScalarView($0)) }.joined(separator: "_")
    }
}

extension Catalogue {
    /// The first id made up for the catalogue, for objects with an unknown id in the live service.
    static let firstOwnID = 9_000_000
}
