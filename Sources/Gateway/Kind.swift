/// The six kinds of objects; the raw value is the word in paths, parameters and field names.
package enum Kind: String, CaseIterable, Sendable {
    case characters, comics, creators, events, series, stories

    /// The object's name in the answer to an unknown id.
    var missingName: String { self == .comics || self == .stories ? "comic_\(filterName)" : filterName }

    /// The name of the ids and the filter in errors about a filter of ids.
    var filterName: String {
        switch self {
        case .characters: "character"
        case .comics: "issue"
        case .creators: "creator"
        case .events: "event"
        case .series: "series"
        case .stories: "story"
        }
    }

    /// A number below 8 that stands for the kind in the archive; never to be changed, files hold it.
    var code: Int {
        switch self {
        case .characters: 0
        case .comics: 1
        case .creators: 2
        case .events: 3
        case .series: 4
        case .stories: 5
        }
    }

    /// One number for kind and id together.
    func key(_ id: Int) -> Int { id * 8 + code }

    /// The largest id, far below the overflow of `key(_:)`.
    static let largestID = 1 << 53

    /// The kind in a key of `key(_:)`; nil if the number is none.
    init?(key: Int) {
        guard let kind = Self.allCases.first(where: { $0.code == key % 8 }) else { return nil }
        self = kind
    }

    /// The path of an object from the root of the service on.
    func path(_ id: Int) -> String { "/v1/public/\(rawValue)/\(id)" }
}
