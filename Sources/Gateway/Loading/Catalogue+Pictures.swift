extension Catalogue {
    /// How everything that has a picture is drawn, by `Kind.key(_:)`.
    ///
    /// A work without an emblem of its own shows that of the first of its characters that has one.
    var pictures: [Int: Images.Picture] {
        let portraits = Dictionary(items(.characters).map { ($0.id, $0.emblem) }) { first, _ in first }
        var pictures: [Int: Images.Picture] = [:]
        for item in items {
            guard let art = item.kind.art else { continue }
            let borrowed = item.related[.characters]?.lazy.compactMap { portraits[$0].flatMap(\.self) }.first
            guard let emblem = item.emblem ?? borrowed ?? plain(art) else { continue }
            pictures[item.key] = Images.Picture(kind: art, emblem: emblem, seed: UInt64(item.key))
        }
        return pictures
    }

    /// The picture of a work without a character that has a portrait.
    private func plain(_ kind: ArtKind) -> Emblem? {
        switch kind {
        case .character: nil
        case .comic: motifs["star"].map { Emblem(motif: $0, ground: .crimson, accent: .gold, layout: .burst) }
        case .event: motifs["planet"].map { Emblem(motif: $0, ground: .indigo, accent: .gold, layout: .night) }
        case .series: motifs["star"].map { Emblem(motif: $0, ground: .teal, accent: .ivory, layout: .stripes) }
        }
    }
}

extension Kind {
    /// The form of an object's picture; nil for kinds without pictures.
    fileprivate var art: ArtKind? {
        switch self {
        case .characters: .character
        case .comics: .comic
        case .events: .event
        case .series: .series
        case .creators, .stories: nil
        }
    }
}
