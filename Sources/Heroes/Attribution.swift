/// The attribution that the source requires; untrusted HTML.
package struct Attribution: Hashable, Sendable, Codable {
    package let html: String

    package init(html: String) { self.html = html }
}

/// A single value with the attribution of its source.
package struct Attributed<Value: Sendable>: Sendable {
    package let value: Value
    package let attribution: Attribution
    /// The version; nil if the source has none.
    package var version: Version?
    /// The age in seconds since the response or its last revalidation (RFC 9111).
    package var age = 0

    package init(_ value: Value, attribution: Attribution, version: Version? = nil) {
        self.value = value
        self.attribution = attribution
        self.version = version
    }
}

extension Attributed: Equatable where Value: Equatable {}
extension Attributed: Codable where Value: Codable {}
