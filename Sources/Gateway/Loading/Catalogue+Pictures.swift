extension Catalogue {
    /// How everything that has a picture is drawn, by `Kind.key(_:)`.
    ///
    /// A work without an emblem of its own shows that of the first of its characters that has one.
    var pictures: [Int: Images.Picture] {
        let portraits = Dictionary(characters.map { ($0.id, $0.emblem) }) { first, _ in first }
        var pictures: [Int: Images.Picture] = [:]
        func add(_ kind: Kind, _ art: ArtKind, _ id: Int, _ emblem: Emblem?, _ characters: [Int]) {
            let borrowed = characters.lazy.compactMap { portraits[$0].flatMap(\.self) }.first
            let key = kind.key(id)
            pictures[key] = Images.Picture(
                kind: art, emblem: emblem ?? borrowed ?? Self.plain(art), seed: UInt64(key))
        }
        for item in characters where item.emblem != nil { add(.characters, .character, item.id, item.emblem, []) }
        for item in series { add(.series, .series, item.id, item.emblem, item.characters) }
        for item in events { add(.events, .event, item.id, item.emblem, item.characters) }
        for item in comics { add(.comics, .comic, item.id, item.emblem, item.characters) }
        return pictures
    }

    /// What a work shows in which nobody with a portrait appears.
    private static func plain(_ kind: ArtKind) -> Emblem {
        let motif = Motif.all[0]
        return switch kind {
        case .event: Emblem(motif: Motif.named("planet") ?? motif, ground: .indigo, accent: .gold, layout: .night)
        case .series: Emblem(motif: Motif.named("star") ?? motif, ground: .teal, accent: .ivory, layout: .stripes)
        case .character, .comic:
            Emblem(motif: Motif.named("star") ?? motif, ground: .crimson, accent: .gold, layout: .burst)
        }
    }
}
