import Basics

extension JSON {
    /// Returns one of an object's `urls`.
    static func link(_ type: String, _ url: JSON) -> JSON {
        .object([Member("type", .string(type)), Member("url", url)])
    }

    /// Returns the URL of an object's page on marvel.com; nil for objects with ids made up for the catalogue.
    private static func page(_ kind: Kind, _ id: Int, name: String) -> JSON? {
        guard id < Catalogue.firstOwnID else { return nil }
        let word = kind == .comics ? "issue" : kind.rawValue
        return .string("http://marvel.com/comics/\(word)/\(id)/\(slug(name))")
    }

    /// Returns the `urls` of a work: one detail link, which clients rely on; its API URL if marvel.com has no page for
    /// it.
    static func details(_ kind: Kind, _ id: Int, name: String) -> JSON {
        .array([link("detail", page(kind, id, name: name) ?? .localURL(kind.path(id)))])
    }

    /// Returns the `urls` of a hero: at least two, since many clients use the first two without a test. Both lead to the
    /// hero's page on marvel.com, or to a search there if its address is not known.
    static func characterLinks(_ id: Int, name: String, wiki: String?) -> JSON {
        let search = JSON.string("http://marvel.com/search?query=\(PercentEncoding.encode(name))")
        let page = page(.characters, id, name: name) ?? search
        let encyclopedia = wiki.map { link("wiki", .string($0)) }
        return .array([link("detail", page), encyclopedia, link("comiclink", page)].compactMap(\.self))
    }

    /// Returns the reference to a picture that `Images` draws.
    static func picture(_ kind: Kind, _ id: Int, _ format: PictureFormat) -> JSON {
        .object([
            Member("path", .localURL("/images/\(kind.rawValue)/\(id)")), Member("extension", .string(format.rawValue)),
        ])
    }

    /// The reference to the placeholder picture, by a name that clients recognise.
    static let placeholder = JSON.object([
        Member("path", .localURL("/images/image_not_available")), Member("extension", .string("jpg")),
    ])

    /// Returns a name as in marvel.com's URLs: ultimate_spider-man_2000_-_2009 for "Ultimate Spider-Man (2000 - 2009)".
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
    /// The first id made up for the catalogue, for objects with an unknown id in the live service.
    static let firstOwnID = 9_000_000
}
