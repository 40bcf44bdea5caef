import FoundationEssentials

/// The bundled objects and the motifs of their pictures.
package struct Catalogue: Sendable {
    var motifs: [String: Motif] = [:]
    private(set) var items: [CatalogueItem] = []

    func items(_ kind: Kind) -> [CatalogueItem] { items.filter { $0.kind == kind } }

    /// Reads every `<kind>*.json` and `motifs/*.svg` of a folder; throws `CatalogueError` for the first mistake.
    package static func load(folder: String) throws -> Catalogue {
        let files = try files(in: folder, suffix: ".json")
        guard !files.isEmpty else { throw CatalogueError(file: folder, record: nil, reason: "there is no JSON file") }
        var catalogue = Catalogue()
        catalogue.motifs = try Motif.load(folder: "\(folder)/motifs")
        for (name, bytes) in files { try catalogue.add(bytes, file: name) }
        try catalogue.check()
        return catalogue
    }

    /// Returns the files of a folder that end so, by name.
    static func files(in folder: String, suffix: String) throws -> [(name: String, bytes: [UInt8])] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(suffix) }.sorted()
                .map { ($0, Array(try Data(contentsOf: URL(filePath: "\(folder)/\($0)")))) }
        } catch {
            throw CatalogueError(file: folder, record: nil, reason: "the folder or a file in it cannot be read")
        }
    }

    /// Adds the records of one file, whose name begins with their kind.
    mutating func add(_ bytes: [UInt8], file: String) throws(CatalogueError) {
        guard let kind = Kind.allCases.first(where: { file.hasPrefix($0.rawValue) }) else {
            throw CatalogueError(file: file, record: nil, reason: "the name does not begin with a kind")
        }
        let json: JSON
        do { json = try JSONParser.parse(bytes) } catch {
            throw CatalogueError(file: file, record: nil, reason: error.description)
        }
        guard case .array(let elements) = json else {
            throw CatalogueError(file: file, record: nil, reason: "this is no list of records")
        }
        for (index, element) in elements.enumerated() {
            items.append(
                try CatalogueItem(Record(element, file: file, number: index + 1, motifs: motifs), kind))
        }
    }

    /// Throws if an id is used twice within a kind, or if a record names an object that is not there.
    private func check() throws(CatalogueError) {
        for name in ["planet", "star"] where motifs[name] == nil {
            throw CatalogueError(
                file: "motifs/\(name).svg", record: nil, reason: "it is missing; works without a portrait show it")
        }
        var known: Set<Int> = []
        for item in items where !known.insert(item.key).inserted {
            throw item.record.error("this id was used before")
        }
        for item in items {
            for (kind, id) in item.named where !known.contains(kind.key(id)) {
                throw item.record.error("there is no \(kind.filterName) \(id) in \(kind.rawValue)")
            }
        }
    }

    /// The emblems of everything that has a picture, by `Kind.key(_:)`. A work without an emblem of its own has that of the
    /// first of its characters that has one.
    var emblems: [Int: Emblem] {
        let portraits = Dictionary(items(.characters).map { ($0.id, $0.emblem) }) { first, _ in first }
        var emblems: [Int: Emblem] = [:]
        for item in items where item.kind != .stories {
            let borrowed = item.related[.characters]?.lazy.compactMap { portraits[$0].flatMap(\.self) }.first
            emblems[item.key] = item.emblem ?? borrowed ?? defaultEmblem(item.kind)
        }
        return emblems
    }

    /// The emblem of a work without a character that has a portrait; nil for kinds without pictures.
    private func defaultEmblem(_ kind: Kind) -> Emblem? {
        switch kind {
        case .comics: motifs["star"].map { Emblem(motif: $0, ground: .crimson, accent: .gold, layout: .burst) }
        case .events: motifs["planet"].map { Emblem(motif: $0, ground: .indigo, accent: .gold, layout: .night) }
        case .series: motifs["star"].map { Emblem(motif: $0, ground: .teal, accent: .ivory, layout: .stripes) }
        case .characters, .creators, .stories: nil
        }
    }

    /// Every object in the form that the archive takes.
    var entries: [Entry] {
        let relations = Relations(self)
        let names = Dictionary(items.map { ($0.key, $0.name) }) { first, _ in first }
        return items.map { item in
            var fields = item.fields
            for (field, reference) in item.references {
                fields[field] =
                    reference.id.map { id in
                        .object([
                            JSON.Member("resourceURI", .local(reference.kind.path(id))),
                            JSON.Member("name", .string(names[reference.kind.key(id)] ?? "")),
                        ])
                    } ?? .null
            }
            return Entry(kind: item.kind, id: item.id, fields: fields, links: relations.links(item.kind, item.id))
        }
    }
}

extension Archive {
    /// Puts the bundled objects in.
    package func add(_ catalogue: Catalogue) throws { try add(catalogue.entries, marvel: false) }
}
