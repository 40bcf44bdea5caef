/// Data that may come after the first part of a page is sent.
package enum Later<Value: Sendable>: Sendable {
    case ready(Value), pending

    /// Nil while pending.
    package var value: Value? { if case .ready(let value) = self { value } else { nil } }
}
