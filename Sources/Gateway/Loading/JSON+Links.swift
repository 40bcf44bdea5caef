extension JSON {
    /// One of an object's `urls`.
    static func link(_ type: String, _ url: JSON) -> JSON {
        .object([Member("type", .string(type)), Member("url", url)])
    }

    /// The page about an object on marvel.com; nil for those whose ids are the catalogue's own.
    static func detail(_ kind: Kind, _ id: Int, name: String) -> JSON? {
        guard id < Catalogue.firstOwnID else { return nil }
        let word = kind == .comics ? "issue" : kind.rawValue
        return link("detail", .string("http://marvel.com/comics/\(word)/\(id)/\(slug(name))"))
    }

    /// The `urls` of a work: one detail, as clients count on it; the object itself if marvel.com has no such page.
    static func details(_ kind: Kind, _ id: Int, name: String) -> JSON {
        .array([detail(kind, id, name: name) ?? link("detail", .local(kind.path(id)))])
    }

    /// A picture that `Images` draws.
    static func picture(_ kind: Kind, _ id: Int) -> JSON {
        .object([Member("path", .local("/images/\(kind.rawValue)/\(id)")), Member("extension", .string("svg"))])
    }

    /// Stands for no picture, in the form by which clients know it.
    static let placeholder = JSON.object([
        Member("path", .local("/images/image_not_available")), Member("extension", .string("jpg")),
    ])

    /// A name as marvel.com's addresses spell it: "Ultimate Spider-Man (2000 - 2009)" as ultimate_spider-man_2000_-_2009.
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
    /// Ids from here on are the catalogue's own, given if the live service's is not known.
    static let firstOwnID = 9_000_000
}
