/// An error in an emblem's text.
enum EmblemError: Error, Hashable, CustomStringConvertible {
    /// The parts of an emblem.
    enum Part: String, Sendable {
        case motif, colour, layout
    }

    case wordCount(Int, line: String)
    case unknown(Part, word: String, allowed: [String])

    var description: String {
        switch self {
        case .wordCount(let count, let line):
            "An emblem is four words, motif ground accent layout; “\(line)” has \(count)."
        case .unknown(let part, let word, let allowed):
            "“\(word)” is no \(part.rawValue); the \(part.rawValue)s are \(allowed.joined(separator: ", "))."
        }
    }
}
