/// Sends a request and retries it if that is safe, likely to help and within the request's timeout.
package struct RetryingClient: Sendable {
    private let curl: Curl
    private let mayRetry: @Sendable () async -> Bool

    private static let tries = 3
    /// Seconds that a try needs at least.
    private static let leastTime = 0.2

    /// `mayRetry` is asked before each try after the first.
    package init(_ curl: Curl, mayRetry: @escaping @Sendable () async -> Bool = { true }) {
        self.curl = curl
        self.mayRetry = mayRetry
    }

    /// Returns the last response, or throws the last failure. All tries together keep the timeout. The request has to be
    /// one that may be sent twice, such as a GET.
    package func send(_ request: CurlRequest) async throws(CurlError) -> CurlResponse {
        let deadline = ContinuousClock.now + .seconds(request.timeout)
        var failures = 0
        while true {
            var request = request
            request.timeout = Self.seconds(until: deadline)
            let result = await result(of: request)
            failures += 1
            guard failures < Self.tries, let pause = Self.pause(after: result, failures: failures),
                pause + Self.leastTime < Self.seconds(until: deadline), await mayRetry()
            else { return try result.get() }
            // Only a cancelled task wakes early, and the next try finds that out by itself.
            try? await Task.sleep(for: .seconds(pause))
        }
    }

    private func result(of request: CurlRequest) async -> Result<CurlResponse, CurlError> {
        do throws(CurlError) { return .success(try await curl.send(request)) } catch { return .failure(error) }
    }

    private static func seconds(until deadline: ContinuousClock.Instant) -> Double {
        ContinuousClock.now.duration(to: deadline) / .seconds(1)
    }

    /// Returns the seconds until another try is likely to help; nil if it is not. A server that was never reached may be
    /// by another of its addresses, and a gateway without its server (502, 503, 504) often has one a moment later.
    private static func pause(after result: Result<CurlResponse, CurlError>, failures: Int) -> Double? {
        switch result {
        case .success(let response) where [502, 503, 504].contains(response.status):
            if let seconds = response.retryAfter { return Double(seconds) }
        case .failure(.unreachable): break
        case .failure(.timedOut(let reason)) where !reason.wasConnected: break
        default: return nil
        }
        // Spread, so that requests that failed together are not repeated together; short, so that a page still waits for
        // the outcome before it decides on its status.
        return Double.random(in: 0.005...0.015) * (failures == 1 ? 1 : 2)
    }
}
