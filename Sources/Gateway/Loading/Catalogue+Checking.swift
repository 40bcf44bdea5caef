extension Catalogue {
    /// Throws where an id is used twice within a kind, or where a record names an object that is not there.
    func check() throws(CatalogueError) {
        let known = [
            Kind.characters: try Self.unique(characters.map { ($0.id, $0.record) }),
            .comics: try Self.unique(comics.map { ($0.id, $0.record) }),
            .creators: try Self.unique(creators.map { ($0.id, $0.record) }),
            .events: try Self.unique(events.map { ($0.id, $0.record) }),
            .series: try Self.unique(series.map { ($0.id, $0.record) }),
            .stories: try Self.unique(stories.map { ($0.id, $0.record) }),
        ]
        for (record, named) in references() {
            for (kind, ids) in named {
                if let missing = ids.first(where: { known[kind]?.contains($0) != true }) {
                    throw record.error("there is no \(kind.filterName) \(missing) in \(kind.rawValue)")
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

    /// What each record names, by kind.
    private func references() -> [(Record, [(Kind, [Int])])] {
        let works =
            series.map { item in
                (
                    item.record,
                    [
                        (Kind.characters, item.characters), (.creators, item.creators.map(\.creator)),
                        (.series, [item.next, item.previous].compactMap(\.self)),
                    ]
                )
            }
            + events.map { item in
                (
                    item.record,
                    [
                        (Kind.characters, item.characters), (.creators, item.creators.map(\.creator)),
                        (.series, item.series), (.comics, item.comics),
                        (.events, [item.next, item.previous].compactMap(\.self)),
                    ]
                )
            }
        let issues =
            comics.map { item in
                (
                    item.record,
                    [
                        (Kind.characters, item.characters), (.creators, item.creators.map(\.creator)),
                        (.series, [item.series]), (.events, item.events),
                    ]
                )
            }
            + stories.map { item in
                (
                    item.record,
                    [
                        (Kind.characters, item.characters), (.creators, item.creators.map(\.creator)),
                        (.comics, [item.comic]),
                    ]
                )
            }
        return works + issues
    }
}
