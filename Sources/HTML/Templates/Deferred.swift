/// Data that may be streamed after the first part of a page.
package enum Deferred<Value: Sendable>: Sendable {
    case ready(Value), pending

    /// The data; nil while pending.
    package var value: Value? { if case .ready(let value) = self { value } else { nil } }
}
