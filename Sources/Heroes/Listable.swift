/// What comics, events, stories and series have in common: enough to show any of them in a list.
package protocol Listable: Sendable {
    var id: Int { get }
    var title: String { get }
    /// The source's own words, possibly HTML and never to be trusted; nil where there are none.
    var description: String? { get }
    var thumbnail: Thumbnail? { get }
    static var section: Section { get }
}
