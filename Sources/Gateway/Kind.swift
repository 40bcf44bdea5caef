import Basics

/// The kinds of objects; the raw value is the word in paths, parameters and field names.
package enum Kind: String, CaseIterable, Sendable {
    case characters, comics, creators, events, series, stories
    /// The teams of characters, which Marvel's API did not have. They are derived from the characters' facts.
    case teams

    static let marvel: [Kind] = allCases.filter { $0 != .teams }

    /// The kinds of objects that an object of this kind can be related to.
    var related: [Kind] {
        switch self {
        case .teams: [.characters, .events, .series]
        case .characters: Self.allCases.filter { $0 != self }
        default: Self.marvel.filter { $0 != self }
        }
    }

    /// The kind's name in the 404 response to an unknown id.
    var missingName: String { self == .comics || self == .stories ? "comic_\(filterName)" : filterName }

    /// The kind's name in errors about a filter by ids.
    var filterName: String {
        [.comics: "issue", .series: "series", .stories: "story"][self] ?? String(rawValue.dropLast())
    }

    /// The path of the list of all objects, relative to the service's root.
    var path: String { "/v1/public/\(rawValue)" }

    /// Returns the path of an object, relative to the service's root.
    func path(_ id: Int) -> String { "\(path)/\(id)" }
}

/// The parser of decimal numbers in ASCII digits, without sign or space.
enum Digits {
    /// Returns the value of the digits, `Int.max` if it does not fit, or nil if the text has anything but digits.
    static func clamped(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
        return Int(text) ?? .max
    }

    /// Parses a decimal number such as -1 or 33.1, without an exponent.
    static func decimal(_ text: String) -> Double? {
        let digits = text.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ".") }
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
        return Double(text)
    }

    /// Parses an integer that may have a fraction of zeros, as some programs write nullable integer columns: 1009220.0.
    /// Returns nil if the number is not an integer or does not fit.
    static func integer(_ text: String) -> Int? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.dropFirst().allSatisfy({ $0.utf8.allSatisfy { $0 == 0x30 } }) else { return nil }
        return Int(parts[0])
    }

    /// Parses an object's id; returns nil if it is above `ObjectKey.largestID`.
    static func id(_ text: some StringProtocol) -> Int? {
        guard let id = clamped(text), id <= ObjectKey.largestID else { return nil }
        return id
    }
}
