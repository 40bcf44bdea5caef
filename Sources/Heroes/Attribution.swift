/// The attribution that the source requires; untrusted HTML.
package struct Attribution: Hashable, Sendable, Codable {
    package let html: String

    package init(html: String) { self.html = html }
}

/// A single value with the attribution of its source.
package struct Attributed<Value: Sendable>: Sendable {
    package let value: Value
    package let attribution: Attribution
    /// The age in seconds since the response or its last revalidation (RFC 9111).
    package var age = 0

    package init(_ value: Value, attribution: Attribution) {
        self.value = value
        self.attribution = attribution
    }
}

extension Attributed: Equatable where Value: Equatable {}
extension Attributed: Codable where Value: Codable {}
