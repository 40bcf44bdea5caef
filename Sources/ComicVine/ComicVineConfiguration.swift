import FoundationEssentials
import Heroes

package struct ComicVineConfiguration: Sendable {
    /// The address of the API without a final slash: Comic Vine's, or that of a caching proxy.
    package let baseURL: String
    let key: ComicVineKey
    /// The number of comics from which a hero is shown in lists; searches find all.
    package var leastAppearances = 10
    /// Calls per hour and path; a third of them is reserved for visitors.
    package var hourlyBudget = 180
    /// The words by which a search only asks, such as “who” and “comics”: single words, folded as in `SearchWords`.
    package var askingWords: Set<String> = []
    /// The User-Agent of all calls; Comic Vine refuses an empty one.
    package var userAgent = "MarvelHeroes"

    package static let api = "https://comicvine.gamespot.com/api"

    /// The host of pages and pictures, also if the API is called through a proxy.
    package static let site = "https://comicvine.gamespot.com"

    /// Throws if the URL is not a plain http or https URL.
    package init(baseURL: String = Self.api, key: String) throws(WebURL.InvalidBase) {
        let (origin, path) = try WebURL.base(baseURL)
        self.baseURL = origin + path
        self.key = ComicVineKey(key)
    }

    /// Returns the key of an environment; nil if it is missing or blank.
    package static func key(in environment: [String: String]) -> String? {
        let key = ComicVineKey(environment["COMICVINE_API_KEY"] ?? "").text
        return key.isEmpty ? nil : key
    }
}

/// The API key; it is never printed or reflected.
struct ComicVineKey: Sendable, CustomStringConvertible, CustomReflectable {
    let text: String

    /// Removes what a file or a copied text adds: spaces, line ends and invisible characters.
    init(_ text: String) { self.text = text.asLine }

    var description: String { "ComicVineKey(…)" }
    var customMirror: Mirror { Mirror(self, children: [:]) }

    func redacted(from text: String) -> String { self.text.isEmpty ? text : text.replacing(self.text, with: "…") }
}

/// The stores of a source: of this process, or of several machines that share them.
package struct ComicVineStores: Sendable {
    /// The records of single objects; nil to keep them in memory only.
    let records: (any ResponseStore)?
    /// The heroes of the index, which have to be stored for ever; nil to keep them in memory only.
    let heroes: (any ResponseStore)?
    /// The state that only several machines need; nil if there is one.
    let shared: Shared?

    package struct Shared: Sendable {
        /// The calls of the last hour, by path.
        let calls: any CallCounter
        /// Returns true if this machine is the one that updates the index, for the next minute and a half.
        let isLeader: @Sendable () async -> Bool

        package init(calls: any CallCounter, isLeader: @escaping @Sendable () async -> Bool) {
            (self.calls, self.isLeader) = (calls, isLeader)
        }
    }

    package init(records: (any ResponseStore)? = nil, heroes: (any ResponseStore)? = nil, shared: Shared? = nil) {
        (self.records, self.heroes, self.shared) = (records, heroes, shared)
    }

    /// The seconds until a record is deleted: the longest lifetime, and 30 days in which the source may be down.
    package static let recordLifetime = 60 * 86_400.0
}

package struct SourceClock: Sendable {
    let now: @Sendable () -> Date
    /// Sleeps for seconds; throws `CancellationError` if the task is cancelled.
    let sleep: @Sendable (Double) async throws -> Void

    package static let system = SourceClock(now: { Date() }, sleep: { try await Task.sleep(for: .seconds($0)) })
}
