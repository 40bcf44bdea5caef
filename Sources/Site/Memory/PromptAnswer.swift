import HTTP
import Heroes

/// An answer that is there already.
package struct PromptAnswer: Sendable {
    package var response: PreparedResponse
    /// As a `Trace` has it.
    package let route: UInt8
    /// What the answer would have needed of the source; none where it is no page.
    package let reading: Trace.Reading

    package init(_ response: PreparedResponse, route: UInt8, reading: Trace.Reading = .none) {
        (self.response, self.route, self.reading) = (response, route, reading)
    }
}
