/// The six kinds of objects; the raw value is the word in paths, parameters and field names.
package enum Kind: String, CaseIterable, Sendable {
    case characters, comics, creators, events, series, stories

    /// The kind's name in the 404 response to an unknown id.
    var missingName: String { self == .comics || self == .stories ? "comic_\(filterName)" : filterName }

    /// The kind's name in errors about a filter by ids.
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

    /// The kind's number in archive files, below 8. Must not change: existing files contain it.
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

    /// Returns kind and id combined in one number.
    func key(_ id: Int) -> Int { id * 8 + code }

    /// The largest valid id, far below the overflow of `key(_:)`.
    static let largestID = 1 << 53

    /// Extracts the kind from a key made by `key(_:)`; nil if the number is not such a key.
    init?(key: Int) {
        guard let kind = Self.allCases.first(where: { $0.code == key % 8 }) else { return nil }
        self = kind
    }

    /// Returns the path of an object, relative to the service's root.
    func path(_ id: Int) -> String { "/v1/public/\(rawValue)/\(id)" }
}
