extension Catalogue {
    /// Throws if an id is used twice within a kind, or if a record names an object that is not there.
    func check() throws(CatalogueError) {
        for name in ["planet", "star"] where motifs[name] == nil {
            throw CatalogueError(
                file: "motifs/\(name).svg", record: nil, reason: "it is missing; works without a portrait show it")
        }
        let known = [
            Kind.characters: try Self.unique(characters.map { ($0.id, $0.record) }),
            .comics: try Self.unique(comics.map { ($0.id, $0.record) }),
            .creators: try Self.unique(creators.map { ($0.id, $0.record) }),
            .events: try Self.unique(events.map { ($0.id, $0.record) }),
            .series: try Self.unique(series.map { ($0.id, $0.record) }),
            .stories: try Self.unique(stories.map { ($0.id, $0.record) }),
        ]
        for work in works {
            for (kind, ids) in work.named {
                if let missing = ids.first(where: { known[kind]?.contains($0) != true }) {
                    throw work.record.error("there is no \(kind.filterName) \(missing) in \(kind.rawValue)")
                }
            }
        }
    }

    private static func unique(_ objects: [(id: Int, record: Record)]) throws(CatalogueError) -> Set<Int> {
        var ids: Set<Int> = []
        for object in objects where !ids.insert(object.id).inserted {
            throw object.record.error("this id was used before")
        }
        return ids
    }

    private var works: [any Work] { series as [any Work] + events + comics + stories }
}

/// A record that names others.
private protocol Work {
    var record: Record { get }
    var characters: [Int] { get }
    var creators: [Catalogue.Credit] { get }
    /// What it names besides characters and creators.
    var others: [Kind: [Int]] { get }
}

extension Work {
    /// The ids of everything it names, by kind.
    var named: [(Kind, [Int])] {
        [(.characters, characters), (.creators, creators.map(\.creator))] + others.map { ($0.key, $0.value) }
    }
}

extension Catalogue.Series: Work {
    var others: [Kind: [Int]] { [.series: [next, previous].compactMap(\.self)] }
}

extension Catalogue.Event: Work {
    var others: [Kind: [Int]] {
        [.series: series, .comics: comics, .events: [next, previous].compactMap(\.self)]
    }
}

extension Catalogue.Comic: Work {
    var others: [Kind: [Int]] { [.series: [series], .events: events] }
}

extension Catalogue.Story: Work {
    var others: [Kind: [Int]] { [.comics: [comic]] }
}
