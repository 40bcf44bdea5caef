import Synchronization

/// A hero or topic with a description, from which pages derive other texts.
package protocol Described {
    var description: String? { get }
    var derived: Derived { get }
}

extension Hero: Described {}
extension Topic: Described {}

/// Values that pages derive from a hero or a topic, such as its sanitized description. All copies share them, so each is
/// made once and lives as long as the response in the cache. They are no part of the hero or topic, and not compared.
package final class Derived: Hashable, Sendable {
    private let values = Mutex<[String: any Sendable]>([:])

    package init() {}

    package static func == (one: Derived, other: Derived) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}

    /// Returns the value for the key, which is made if it is missing.
    package func value<Value: Sendable>(_ key: String, _ make: () -> Value) -> Value {
        // A key is used with one type.
        if let known = values.withLock({ $0[key] }), let value = known as? Value { return value }
        let value = make()
        values.withLock { $0[key] = value }
        return value
    }
}
