import HTTP
import Heroes

/// A response that is there already.
package struct ImmediateResponse: Sendable {
    package var response: PreparedResponse
    /// As a `Trace` has it.
    package let route: UInt8
    /// The cache status of the answers that the page needed; none if it is no page.
    package let cacheStatus: Trace.CacheStatus

    package init(_ response: PreparedResponse, route: UInt8, cacheStatus: Trace.CacheStatus = .none) {
        (self.response, self.route, self.cacheStatus) = (response, route, cacheStatus)
    }
}
