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
            let kind = response.header("Content-Type") ?? "no content type"
            throw .invalidResponse(status: 200, "unreadable body of \(response.body.count) bytes (\(cut(kind)))")
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
        case .expired, .cancelled: .cancelled
        case .tooLarge: .invalidResponse(status: 200, text)
        default: .broken(text)
        }
    }

    private func error(_ response: CurlResponse, code: Int) -> HeroError {
        switch code {
        case 404: return .notFound
        case 429: return .overBudget(retryAfter: wait(response))
        default:
            // Without a JSON body the status is enough.
            let body = try? JSONDecoder().decode(ErrorBody.self, from: Data(response.body))
            let message = "status \(code): \(cut(body?.message ?? "no reason given"))"
            if code == 503, let seconds = wait(response) { return .unavailable(message, retryAfter: seconds) }
            return .invalidResponse(status: code, message)
        }
    }

    /// Returns the seconds of Retry-After, at most a day.
    private func wait(_ response: CurlResponse) -> Int? { response.retryAfter.map { min($0, 24 * 60 * 60) } }

    /// Cuts a text for a log line: at most 200 characters, without keys and control characters.
    private func cut(_ text: String) -> String { String(signature.redacted(from: text).asLine.prefix(200)) }
}

/// An error body, of the API's gateway (`message`) or of the application (`status`).
private struct ErrorBody: Decodable {
    let message: String?

    init(from decoder: any Decoder) throws {
        let fields = try ResponseFields(decoder)
        message = fields.text("message") ?? fields.text("status")
    }
}
