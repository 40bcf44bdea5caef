import HTTP
import Heroes

/// A response that is available without waiting.
package struct ImmediateResponse: Sendable {
    package var response: SerializedResponse
    /// The raw value of the route, as in `Trace`.
    package let route: UInt8
    /// The cache status of the results on the page; `none` for anything but a page.
    package let cacheStatus: Trace.CacheStatus

    package init(_ response: SerializedResponse, route: UInt8, cacheStatus: Trace.CacheStatus = .none) {
        (self.response, self.route, self.cacheStatus) = (response, route, cacheStatus)
    }
}
