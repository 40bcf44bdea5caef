import Curl
import FoundationEssentials
import Heroes

/// Validates and decodes the API's responses.
struct ResponseDecoder {
    let signature: Signature

    /// Decodes a response. Throws the error that its status, its envelope's code or its unreadable body means.
    func payload<Item>(_ response: CurlResponse) throws(HeroError) -> Payload<Item> {
        guard response.status == 200 else { throw error(response, code: response.status) }
        var payload: Payload<Item>
        do {
            payload = try Payload(response.body, etag: response.header("ETag"))
        } catch {
            throw unreadable(response)
        }
        // A mark is kept on disk, and no credentials may be there.
        if let mark = payload.version?.mark, signature.isContained(in: mark) { payload.version = nil }
        if let code = payload.code, code != 200 { throw error(response, code: code) }
        if payload.items.isEmpty && payload.skipped > 0 {
            throw .unusable(status: 200, "none of \(payload.skipped) results can be read")
        }
        return payload
    }

    func error(_ error: CurlError) -> HeroError {
        let text = signature.redacted(from: "\(error)")
        return switch error {
        case .timedOut: .timedOut(text)
        case .cancelled: .cancelled
        case .tooLarge: .unusable(status: 200, text)
        default: .broken(text)
        }
    }

    private func error(_ response: CurlResponse, code: Int) -> HeroError {
        switch code {
        case 404: return .notFound
        case 429: return .overBudget(retryAfter: wait(response))
        default:
            let words = "status \(code): \(cut(ErrorBody(response.body)?.words ?? "no reason given"))"
            if code == 503, let seconds = wait(response) { return .closed(words, retryAfter: seconds) }
            return .unusable(status: code, words)
        }
    }

    /// The seconds of Retry-After, a day at most.
    private func wait(_ response: CurlResponse) -> Int? { response.retryAfter.map { min($0, 24 * 60 * 60) } }

    /// Returns the error for a good status with a bad body; the gateway's refusals come that way too.
    private func unreadable(_ response: CurlResponse) -> HeroError {
        if let refusal = ErrorBody(response.body), let code = refusal.code, code != 200 {
            return error(response, code: code)
        }
        let kind = response.header("Content-Type") ?? "no content type"
        return .unusable(
            status: response.status, "\(response.body.count) bytes that are no readable answer (\(cut(kind)))")
    }

    /// Shortens a text for a log line: without keys, control characters and length.
    private func cut(_ text: String) -> String {
        let clean = signature.redacted(from: text).unicodeScalars.prefix(200).filter { $0.properties.isVisible }
        return String(String.UnicodeScalarView(clean))
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isVisible: Bool { generalCategory != .control && generalCategory != .lineSeparator }
}

/// The body of a refusal, of the gateway's family (`message`) or the application's (`status`).
private struct ErrorBody: Decodable {
    /// Nil in the gateway's family, whose codes are words.
    let code: Int?
    let words: String?

    private enum Key: CodingKey {
        case code, message, status
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        code = fields.tolerantInt(.code)
        words = fields.tolerantText(.message) ?? fields.tolerantText(.status)
    }

    init?(_ body: [UInt8]) {
        // A refusal whose body is no JSON still has its status.
        guard let body = try? JSONDecoder().decode(ErrorBody.self, from: Data(body)) else { return nil }
        self = body
    }
}
