import HTTP
import Heroes

/// A response that is there already.
package struct ImmediateResponse: Sendable {
    package var response: PreparedResponse
    /// As a `Trace` has it.
    package let route: UInt8
    /// The cache status of the answers that the page needed; none if it is no page.
    package let reading: Trace.Reading

    package init(_ response: PreparedResponse, route: UInt8, reading: Trace.Reading = .none) {
        (self.response, self.route, self.reading) = (response, route, reading)
    }
}
