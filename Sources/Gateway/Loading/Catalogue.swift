import Basics
import FoundationEssentials
import Pictures

/// The bundled objects and the motifs of their pictures.
package struct Catalogue: Sendable {
    var motifs: [String: Motif] = [:]
    private(set) var pictures = PictureFormat.png
    private(set) var items: [CatalogueItem] = []
    private(set) var relations: [CatalogueRelation] = []
    private(set) var firstReads: [CatalogueFirstRead] = []
    private(set) var teams: [CatalogueTeam] = []
    /// The hash of the files that were read, and of all before each.
    private var hash: [UInt8] = []

    /// Returns a word for the content and for a text.
    func fingerprint(with text: String) -> String {
        Hex.text(SHA256.hash(data: hash + Array(text.utf8)).prefix(8))
    }

    var itemsByKey: [ObjectKey: CatalogueItem] { Dictionary(items.map { ($0.key, $0) }) { first, _ in first } }

    func items(_ kind: Kind) -> [CatalogueItem] { items.filter { $0.kind == kind } }

    /// Reads every `<kind>*.json` and `motifs/*.svg` of a folder; throws `CatalogueError` for the first error.
    /// `pictures` is the format that the objects name.
    package static func load(folder: String, pictures: PictureFormat = .png) throws -> Catalogue {
        let files = try files(in: folder, suffix: ".json")
        guard !files.isEmpty else { throw CatalogueError(file: folder, location: nil, reason: "there is no JSON file") }
        var catalogue = Catalogue()
        catalogue.pictures = pictures
        catalogue.motifs = try motifs(in: "\(folder)/motifs")
        for (name, bytes) in files { try catalogue.add(bytes, file: name) }
        try catalogue.check()
        return catalogue
    }

    /// Reads every `.svg` of a folder, by file name without suffix.
    private static func motifs(in folder: String) throws -> [String: Motif] {
        var motifs: [String: Motif] = [:]
        for (file, bytes) in try files(in: folder, suffix: ".svg") {
            let name = String(file.dropLast(4))
            do { motifs[name] = try Motif(name, bytes) } catch {
                throw CatalogueError(
                    file: "motifs/\(file)", location: error.line.map { "line \($0)" }, reason: error.reason)
            }
        }
        return motifs
    }

    /// Returns the files of a folder with this suffix, sorted by name.
    static func files(in folder: String, suffix: String) throws -> [(name: String, bytes: [UInt8])] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(suffix) }.sorted()
                .map { ($0, Array(try Data(contentsOf: URL(filePath: "\(folder)/\($0)")))) }
        } catch {
            throw CatalogueError(file: folder, location: nil, reason: "the folder or a file in it cannot be read")
        }
    }

    /// Adds the records of one file: objects if its name starts with their kind, teams, relations or first reads.
    mutating func add(_ bytes: [UInt8], file: String) throws(CatalogueError) {
        let kind = Kind.marvel.first { file.hasPrefix($0.rawValue) }
        guard kind != nil || ["teams.json", "relations.json", "first-reads.json"].contains(file) else {
            throw CatalogueError(file: file, location: nil, reason: "its name does not start with a kind")
        }
        hash = SHA256.hash(data: hash + bytes)
        let json: JSON
        do { json = try JSONParser.parse(bytes) } catch {
            throw CatalogueError(file: file, location: nil, reason: error.description)
        }
        guard case .array(let elements) = json else {
            throw CatalogueError(file: file, location: nil, reason: "it is not a list of records")
        }
        for (index, element) in elements.enumerated() {
            let record = try CatalogueRecord(
                element, file: file, number: index + 1, motifs: motifs, pictures: pictures)
            switch (kind, file) {
            case (let kind?, _): items.append(try CatalogueItem(record, kind))
            case (_, "relations.json"): relations.append(try CatalogueRelation(record))
            case (_, "teams.json"): teams.append(try CatalogueTeam(record))
            default: firstReads.append(try CatalogueFirstRead(record))
            }
        }
    }

    /// Throws if an id is used twice within a kind, or if a record references an object that does not exist.
    private func check() throws(CatalogueError) {
        guard motifs[Emblem.defaultMotif] != nil else {
            let file = "motifs/\(Emblem.defaultMotif).svg"
            throw CatalogueError(file: file, location: nil, reason: "it is missing; works without heroes need it")
        }
        var known: Set<ObjectKey> = []
        for item in items where !known.insert(item.key).inserted {
            throw item.record.error("this id is already in use")
        }
        for item in items {
            for (kind, id) in item.referenced where !known.contains(ObjectKey(kind, id)) {
                throw item.record.missing(kind, id)
            }
        }
        try checkDetails()
        try checkTeams()
    }

    /// The emblems of all objects with a picture.
    var emblems: [ObjectKey: Emblem] {
        let heroes = Dictionary(items(.characters).filter { $0.emblem != nil }.map { ($0.id, $0) }) { first, _ in first
        }
        var emblems = heroes.values.reduce(into: [:]) { $0[$1.key] = $1.emblem }
        for work in items where [.comics, .events, .series].contains(work.kind) {
            emblems[work.key] = cover(of: work, work.cover.compactMap { heroes[$0] })
        }
        return emblems
    }

    /// Returns the emblem of a work with the motifs of its heroes: the first of a comic, or of a series with that name.
    private func cover(of work: CatalogueItem, _ heroes: [CatalogueItem]) -> Emblem? {
        guard let first = heroes.first, let motif = first.emblem?.motif else {
            return work.emblem ?? .withoutHeroes(motifs)
        }
        var emblem = work.emblem ?? first.emblem
        emblem?.motif = motif
        let isNamesake = work.kind == .series && work.name.contains(first.name.prefix { $0 != "(" })
        if work.kind != .comics, !isNamesake { emblem?.others = heroes.dropFirst().compactMap(\.emblem) }
        return emblem
    }

    var entries: [ArchiveEntry] {
        let relations = Relations(self)
        let known = itemsByKey
        let positions = Dictionary(
            items(.events).flatMap { event in event.core.enumerated().map { ($1, $0 + 1) } }
        ) { first, _ in first }
        let portraits = portraitsByCreator
        return items.map { item in
            var fields = item.fields
            if item.kind == .creators {
                fields["thumbnail"] = portraits[item.id].map { .mosaic($0, pictures.rawValue) } ?? .placeholder
            }
            if item.kind == .comics { fields["position"] = positions[item.id].map(JSON.integer) }
            for (field, reference) in item.references {
                fields[field] =
                    reference.id.map { id in
                        .reference(reference.kind, id, .string(known[ObjectKey(reference.kind, id)]?.name ?? ""))
                    } ?? .null
            }
            if item.kind == .comics { fields["textObjects"] = textObjects(of: item, known) }
            return ArchiveEntry(
                kind: item.kind, id: item.id, fields: fields, links: relations.links(item.kind, item.id))
        }
    }
}

extension Catalogue {
    /// Returns the texts of a comic, which has the name of its series in comic libraries unless it has its own; nil if
    /// there are none.
    private func textObjects(of comic: CatalogueItem, _ known: [ObjectKey: CatalogueItem]) -> JSON? {
        let indicia = comic.references["series"]?.id.flatMap { known[ObjectKey(.series, $0)]?.indicia }
        let isOwn = comic.texts.contains { $0.type == "indicia" }
        let texts = (isOwn ? [] : [indicia].compactMap(\.self).map { ("indicia", $0) }) + comic.texts
        return texts.isEmpty
            ? nil : .array(texts.map { ["type": .string($0), "language": "en-us", "text": .string($1)] })
    }
}

extension Catalogue {
    /// The heroes in the pictures of creators: first those whose first comic they made, then those of most of their
    /// comics.
    private var portraitsByCreator: [Int: [Int]] {
        let comics = items(.comics)
        let drawn = Set(items(.characters).filter { $0.emblem != nil }.map(\.id))
        let first = Dictionary(
            items(.characters).compactMap { hero in hero.firstAppearance.map { ($0, [hero.id]) } }, uniquingKeysWith: +)
        let isMaker = { (credit: CatalogueItem.Credit) in
            ["writer", "pencil", "artist"].contains { credit.role.contains($0) }
        }
        var weights: [Int: [Int: Int]] = [:]
        for comic in comics {
            let made = Set(first[comic.name] ?? [])
            for credit in comic.credits {
                for hero in comic.related[.characters] ?? [] where drawn.contains(hero) {
                    weights[credit.creator, default: [:]][hero, default: 0] +=
                        made.contains(hero) && isMaker(credit) ? 1_000 : 1
                }
            }
        }
        return weights.mapValues { heroes in heroes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key) }
    }
}

extension Archive {
    package func add(_ catalogue: Catalogue) throws {
        try add(catalogue.entries, marvel: false, others: catalogue.writeDetails)
    }
}

extension Images {
    /// Draws the pictures of a catalogue, each seeded by its object: it is the same in every size and in every process.
    package convenience init(_ catalogue: Catalogue) {
        self.init(
            catalogue.emblems.compactMap { key, emblem in
                let kind = key.kind.flatMap { Picture.Kind(rawValue: $0.rawValue) }
                return kind.map { Picture(Picture.ID($0, key.id), emblem, seed: UInt64(key.rawValue)) }
            })
    }
}

/// The format of the catalogue's pictures, by its file extension.
package enum PictureFormat: String, CaseIterable, Sendable {
    /// For every client.
    case png
    /// A tenth of the size, for browsers.
    case svg
}
