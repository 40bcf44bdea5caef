/// Whose data this is, as the source asks to be named; HTML, never to be trusted.
package struct Attribution: Hashable, Sendable, Codable {
    package let html: String

    package init(html: String) { self.html = html }
}

/// A single value together with whose data it is.
package struct Attributed<Value: Sendable>: Sendable {
    package let value: Value
    package let attribution: Attribution
    /// Nil where the source does not tell its versions apart.
    package var version: Version?
    /// Seconds since the source last said or confirmed this.
    package var age = 0

    package init(_ value: Value, attribution: Attribution, version: Version? = nil) {
        self.value = value
        self.attribution = attribution
        self.version = version
    }
}

extension Attributed: Equatable where Value: Equatable {}
extension Attributed: Codable where Value: Codable {}
