import Curl
import FoundationEssentials
import Heroes

/// Puts a question to the API, and puts it again where that is safe, likely to help and in time.
struct Calling: Sendable {
    let configuration: MarvelConfiguration
    let curl: Curl
    let now: @Sendable () -> Date
    let mayRetry: @Sendable () async -> Bool

    private static let tries = 3
    /// Seconds that a try has to have left for itself.
    private static let leastTime = 0.2

    /// The last answer or failure, and how to read it. All tries together keep the deadline; each is signed anew.
    func answer(
        _ endpoint: Endpoint, unless version: Version?
    ) async -> (answer: Result<CurlResponse, CurlError>, reading: Reading) {
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(configuration.timeout)
        var failures = 0
        while true {
            let signature = Signature(of: configuration.credentials, at: now())
            let left = clock.now.duration(to: deadline) / .seconds(1)
            let answer = await send(endpoint, signature, unless: version, within: left)
            failures += 1
            let rest = clock.now.duration(to: deadline) / .seconds(1)
            guard failures < Self.tries, let pause = Self.pause(after: answer, failures: failures),
                pause + Self.leastTime < rest, await mayRetry()
            else { return (answer, Reading(signature: signature)) }
            // Only a cancelled task wakes early, and the next try finds that out by itself.
            try? await Task.sleep(for: .seconds(pause))
        }
    }

    private func send(
        _ endpoint: Endpoint, _ signature: Signature, unless version: Version?, within seconds: Double
    ) async -> Result<CurlResponse, CurlError> {
        let request = CurlRequest(
            url: endpoint.url(below: configuration.baseURL, signature),
            headers: version.map { [("If-None-Match", $0.mark)] } ?? [], timeout: seconds)
        do throws(CurlError) {
            return .success(try await curl.send(request))
        } catch {
            return .failure(error)
        }
    }

    /// Seconds until another try is likely to help; nil where it is not. A source that was never reached may be by
    /// another of its addresses, and a gateway without its server (502, 503, 504) often has one a moment later.
    private static func pause(after answer: Result<CurlResponse, CurlError>, failures: Int) -> Double? {
        switch answer {
        case .success(let response) where [502, 503, 504].contains(response.status):
            if let seconds = response.retryAfter { return Double(seconds) }
        case .failure(.unreachable): break
        case .failure(.timedOut(let reason)) where !reason.wasConnected: break
        default: return nil
        }
        // Spread, so that those who failed together do not come again together; short, so that a page still waits for
        // the outcome before it settles on its status.
        return Double.random(in: 0.005...0.015) * (failures == 1 ? 1 : 2)
    }
}
