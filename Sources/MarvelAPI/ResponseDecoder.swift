import Curl
import FoundationEssentials
import Heroes

struct ResponseDecoder {
    let signature: Signature
    let imageHosts: [ImageHost]

    /// Decodes a response; throws the error for its status, its envelope's code or an unreadable body.
    func payload<Item>(_ response: CurlResponse) throws(HeroError) -> Payload<Item> {
        guard response.status == 200 else { throw error(response, code: response.status) }
        let payload: Payload<Item>
        do {
            payload = try Payload(response.body, imageHosts)
        } catch {
            throw unreadable(response)
        }
        if let code = payload.code, code != 200 { throw error(response, code: code) }
        if payload.items.isEmpty && payload.skipped > 0 {
            throw .invalidResponse(status: 200, "none of \(payload.skipped) results can be read")
        }
        return payload
    }

    func error(_ error: CurlError) -> HeroError {
        let text = signature.redacted(from: "\(error)")
        return switch error {
        case .timedOut: .timedOut(text)
        case .cancelled: .cancelled
        case .tooLarge: .invalidResponse(status: 200, text)
        default: .broken(text)
        }
    }

    private func error(_ response: CurlResponse, code: Int) -> HeroError {
        switch code {
        case 404: return .notFound
        case 429: return .overBudget(retryAfter: wait(response))
        default:
            let message = "status \(code): \(cut(ErrorBody(response.body)?.message ?? "no reason given"))"
            if code == 503, let seconds = wait(response) { return .unavailable(message, retryAfter: seconds) }
            return .invalidResponse(status: code, message)
        }
    }

    /// Returns the seconds of Retry-After, at most a day.
    private func wait(_ response: CurlResponse) -> Int? { response.retryAfter.map { min($0, 24 * 60 * 60) } }

    /// Returns the error for an unreadable body with status 200, which may be an error body of the gateway.
    private func unreadable(_ response: CurlResponse) -> HeroError {
        if let errorBody = ErrorBody(response.body), let code = errorBody.code, code != 200 {
            return error(response, code: code)
        }
        let kind = response.header("Content-Type") ?? "no content type"
        return .invalidResponse(
            status: response.status, "unreadable body of \(response.body.count) bytes (\(cut(kind)))")
    }

    /// Cuts a text for a log line: at most 200 characters, without keys and control characters.
    private func cut(_ text: String) -> String { String(signature.redacted(from: text).asLine.prefix(200)) }
}

/// An error body, of the API's gateway (`message`) or of the application (`status`).
private struct ErrorBody: Decodable {
    /// The numeric code; nil in the gateway's bodies, which have a name instead.
    let code: Int?
    let message: String?

    private enum Key: CodingKey { case code, message, status }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        code = fields.tolerantInt(.code)
        message = fields.tolerantText(.message) ?? fields.tolerantText(.status)
    }

    init?(_ body: [UInt8]) {
        // Without a JSON body the status is enough.
        guard let body = try? JSONDecoder().decode(ErrorBody.self, from: Data(body)) else { return nil }
        self = body
    }
}
