/// The four kinds of works a hero appears in; the raw value is the word in URLs and in the API.
package enum Section: String, CaseIterable, Sendable, Codable {
    case comics, events, stories, series
}
