import FoundationEssentials

extension Catalogue {
    /// Reads every `<kind>*.json` and `motifs/*.svg` of a folder; throws `CatalogueError` for the first mistake.
    package static func load(folder: String) throws -> Catalogue {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
        } catch {
            throw CatalogueError(file: folder, record: nil, reason: "the folder cannot be read")
        }
        guard !names.isEmpty else { throw CatalogueError(file: folder, record: nil, reason: "there is no JSON file") }
        var catalogue = Catalogue()
        catalogue.motifs = try Motif.load(folder: "\(folder)/motifs")
        for name in names.sorted() {
            guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") else {
                throw CatalogueError(file: name, record: nil, reason: "the file cannot be read")
            }
            try catalogue.add(Array(bytes), file: name)
        }
        try catalogue.check()
        return catalogue
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
            try add(Record(element, file: file, number: index + 1, motifs: motifs), kind)
        }
    }

    private mutating func add(_ record: Record, _ kind: Kind) throws(CatalogueError) {
        switch kind {
        case .characters: characters.append(try Character(record))
        case .comics: comics.append(try Comic(record))
        case .creators: creators.append(try Creator(record))
        case .events: events.append(try Event(record))
        case .series: series.append(try Series(record))
        case .stories: stories.append(try Story(record))
        }
    }
}
