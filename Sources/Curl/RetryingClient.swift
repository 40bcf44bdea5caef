/// Sends a request and retries it if that is safe, likely to help and within the request's timeout.
package struct RetryingClient: Sendable {
    private let curl: Curl

    private static let maxAttempts = 3
    /// The least time for an attempt, in seconds.
    private static let minimumTime = 0.2

    package init(_ curl: Curl) { self.curl = curl }

    /// Returns the last response, or throws the last failure. All attempts together take at most the timeout. The
    /// request has to be idempotent, such as a GET.
    package func send(_ request: CurlRequest) async throws(CurlError) -> CurlResponse {
        let deadline = ContinuousClock.now + .seconds(request.timeout)
        var failures = 0
        while true {
            var request = request
            request.timeout = Self.seconds(until: deadline)
            let result = await result(of: request)
            failures += 1
            guard failures < Self.maxAttempts, let pause = Self.pause(after: result, failures: failures),
                pause + Self.minimumTime < Self.seconds(until: deadline)
            else { return try result.get() }
            // The sleep only fails in a cancelled task, and then the next attempt throws.
            try? await Task.sleep(for: .seconds(pause))
        }
    }

    private func result(of request: CurlRequest) async -> Result<CurlResponse, CurlError> {
        do throws(CurlError) { return .success(try await curl.send(request)) } catch { return .failure(error) }
    }

    private static func seconds(until deadline: ContinuousClock.Instant) -> Double {
        ContinuousClock.now.duration(to: deadline).seconds
    }

    /// Returns the seconds until a retry is likely to help; nil if it is not. An unreachable server may have another
    /// address, and a gateway without its server (502, 503, 504) often has one a moment later.
    private static func pause(after result: Result<CurlResponse, CurlError>, failures: Int) -> Double? {
        switch result {
        case .success(let response) where [502, 503, 504].contains(response.status):
            if let seconds = response.retryAfter { return Double(seconds) }
        case .failure(.unreachable): break
        case .failure(.timedOut(let reason)) where !reason.wasConnected: break
        default: return nil
        }
        // Random, so that requests that failed together are not retried together; short, so that a page still waits for
        // the result before it sends its status.
        return Double.random(in: 0.005...0.015) * (failures == 1 ? 1 : 2)
    }
}
