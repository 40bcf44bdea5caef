import Heroes

/// What the cache's owner may want to read in the log; the texts hold no credentials.
package enum CacheEvent: Sendable, Equatable, CustomStringConvertible {
    /// An old answer stands in, because the source failed to renew it.
    case renewalFailed(String, HeroError)
    /// The source failed so often that it counts as down.
    case sourceDown(HeroError)
    case sourceBack
    /// A file of the store could not be used and was removed, or could not be written.
    case store(String)

    package var description: String {
        switch self {
        case .renewalFailed(let question, let error):
            "an old answer stands in: \(Self.line(question)): \(error.words)"
        case .sourceDown(let error): "the source counts as down: \(error.words)"
        case .sourceBack: "the source is back"
        case .store(let text): text
        }
    }

    /// What a visitor typed, on one line of bearable length.
    private static func line(_ text: String) -> String {
        let clean = text.unicodeScalars.prefix(120).map { $0.properties.generalCategory == .control ? " " : $0 }
        return String(String.UnicodeScalarView(clean))
    }
}

extension HeroError {
    var words: String {
        switch self {
        case .notFound: "not found"
        case .timedOut(let text), .broken(let text), .unusable(_, let text): text
        case .overBudget(let seconds): "over budget" + (seconds.map { ", for \($0) s" } ?? "")
        case .rationed(_, let seconds): "over the asker's share, for \(seconds) s"
        case .closed(let text, let seconds): "\(text), closed for \(seconds) s"
        case .unasked: "not asked"
        case .cancelled: "cancelled"
        }
    }
}
