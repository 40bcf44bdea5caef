extension Catalogue {
    /// How everything that has a picture is drawn, by `Kind.key(_:)`.
    ///
    /// A work without an emblem of its own shows that of the first of its characters that has one.
    var pictures: [Int: Images.Picture] {
        let portraits = Dictionary(characters.map { ($0.id, $0.emblem) }) { first, _ in first }
        var pictures: [Int: Images.Picture] = [:]
        func add(_ kind: Kind, _ art: ArtKind, _ id: Int, _ emblem: Emblem?, _ characters: [Int]) {
            let borrowed = characters.lazy.compactMap { portraits[$0].flatMap(\.self) }.first
            guard let emblem = emblem ?? borrowed ?? plain(art) else { return }
            let key = kind.key(id)
            pictures[key] = Images.Picture(kind: art, emblem: emblem, seed: UInt64(key))
        }
        for item in characters where item.emblem != nil { add(.characters, .character, item.id, item.emblem, []) }
        for item in series { add(.series, .series, item.id, item.emblem, item.characters) }
        for item in events { add(.events, .event, item.id, item.emblem, item.characters) }
        for item in comics { add(.comics, .comic, item.id, item.emblem, item.characters) }
        return pictures
    }

    /// The picture of a work without a character that has a portrait.
    private func plain(_ kind: ArtKind) -> Emblem? {
        switch kind {
        case .event: motifs["planet"].map { Emblem(motif: $0, ground: .indigo, accent: .gold, layout: .night) }
        case .series: motifs["star"].map { Emblem(motif: $0, ground: .teal, accent: .ivory, layout: .stripes) }
        case .character, .comic:
            motifs["star"].map { Emblem(motif: $0, ground: .crimson, accent: .gold, layout: .burst) }
        }
    }
}
