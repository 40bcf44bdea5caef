extension Catalogue {
    /// How everything that has a picture is drawn, by `Kind.key(_:)`.
    ///
    /// A work without an emblem of its own shows that of the first of its characters that has one.
    var pictures: [Int: Images.Picture] {
        let portraits = Dictionary(characters.map { ($0.id, $0.emblem) }) { first, _ in first }
        var pictures: [Int: Images.Picture] = [:]
        func add(_ kind: Kind, _ id: Int, _ title: String, _ emblem: String?, _ characters: [Int]) {
            let borrowed = characters.lazy.compactMap { portraits[$0].flatMap(\.self) }.first
            pictures[kind.key(id)] = Images.Picture(kind: kind, title: title, emblem: emblem ?? borrowed)
        }
        for item in characters where item.emblem != nil { add(.characters, item.id, item.name, item.emblem, []) }
        for item in series { add(.series, item.id, item.title, item.emblem, item.characters) }
        for item in events { add(.events, item.id, item.title, item.emblem, item.characters) }
        for item in comics { add(.comics, item.id, item.title, item.emblem, item.characters) }
        return pictures
    }
}
