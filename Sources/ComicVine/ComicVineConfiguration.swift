import Heroes

/// The configuration of a Comic Vine source.
package struct ComicVineConfiguration: Sendable {
    /// The address of the API without a final slash: Comic Vine's, or that of a caching proxy.
    package let baseURL: String
    let key: ComicVineKey
    /// The number of comics from which a hero is shown in lists; searches find all.
    package var leastAppearances = 10
    /// Calls per hour and path; a third of them is reserved for visitors.
    package var hourlyBudget = 180
    /// The User-Agent of all calls; Comic Vine refuses an empty one.
    package var userAgent = "MarvelHeroes"

    /// Comic Vine's own API.
    package static let api = "https://comicvine.gamespot.com/api"

    /// The host of pages and pictures, also if the API is called through a proxy.
    package static let site = "https://comicvine.gamespot.com"

    /// Throws if the URL is not a plain http or https URL.
    package init(baseURL: String = Self.api, key: String) throws(InvalidURL) {
        guard let url = WebURL(baseURL), url.query == nil, url.fragment == nil else { throw InvalidURL(text: baseURL) }
        var path = url.path
        while path.last == "/" { path.removeLast() }
        self.baseURL = "\(url.scheme)://\(url.authority)\(path)"
        self.key = ComicVineKey(key)
    }

    /// The error for an invalid base URL.
    package struct InvalidURL: Error, CustomStringConvertible {
        package let text: String

        package var description: String {
            "'\(text)' is not a valid URL of Comic Vine's API: give http:// or https://, a host and a path, such as "
                + ComicVineConfiguration.api
        }
    }
}

/// The API key; it is never printed or reflected.
struct ComicVineKey: Sendable, CustomStringConvertible, CustomReflectable {
    let text: String

    init(_ text: String) { self.text = text }

    var description: String { "ComicVineKey(…)" }
    var customMirror: Mirror { Mirror(self, children: [:]) }

    /// Returns the text with the key replaced.
    func redacted(from text: String) -> String { self.text.isEmpty ? text : text.replacing(self.text, with: "…") }
}
