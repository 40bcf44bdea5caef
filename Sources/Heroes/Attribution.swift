/// The attribution that the source asks for; HTML, never to be trusted.
package struct Attribution: Hashable, Sendable, Codable {
    package let html: String

    package init(html: String) { self.html = html }
}

/// A single value with the attribution of its source.
package struct Attributed<Value: Sendable>: Sendable {
    package let value: Value
    package let attribution: Attribution
    /// Nil if the source has no versions.
    package var version: Version?
    /// Seconds since the source last gave or confirmed this (RFC 9111).
    package var age = 0

    package init(_ value: Value, attribution: Attribution, version: Version? = nil) {
        self.value = value
        self.attribution = attribution
        self.version = version
    }
}

extension Attributed: Equatable where Value: Equatable {}
extension Attributed: Codable where Value: Codable {}
