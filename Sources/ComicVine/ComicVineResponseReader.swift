import Basics
import Curl
import FoundationEssentials
import Heroes

/// Reads the API's responses: an error never reads as an empty list, and neither does a list that contradicts itself.
struct ComicVineResponseReader {
    let key: ComicVineKey

    /// Returns the readable objects of a list, each once, and the number of all its objects.
    func list(
        _ response: CurlResponse, of endpoint: ComicVineEndpoint
    ) throws(ComicVineFailure) -> (items: [ComicVineObject], total: Int) {
        let envelope = try envelope(response, of: endpoint)
        guard let results = envelope.list else { throw invalid(200, "the results are not a list") }
        let total = envelope.total ?? 0
        // Some may be missing, but not most of them. Heroes without details may be deleted ones.
        let listed = min(total - endpoint.offset, endpoint.pageLength)
        let expected = max(listed, endpoint.resource == "characters" ? 0 : endpoint.ids.count)
        guard 2 * results.count >= expected else { throw invalid(200, "\(results.count) results out of \(expected)") }
        let readable = results.compactMap(\.value).unique(by: \.id).prefix(ResponseLimit.results)
        let items = readable.filter { endpoint.ids.isEmpty || endpoint.ids.contains($0.id) }
        guard !items.isEmpty || results.isEmpty && endpoint.mayBeEmpty else {
            throw invalid(200, "none of \(results.count) results can be read, or was requested")
        }
        return (items, max(total, items.count))
    }

    func object(_ response: CurlResponse, of endpoint: ComicVineEndpoint) throws(ComicVineFailure) -> ComicVineObject {
        guard let object = try envelope(response, of: endpoint).object else {
            throw invalid(200, "the results are not an object")
        }
        guard endpoint.ids == [object.id] else { throw invalid(200, "requested \(endpoint.ids), got \(object.id)") }
        return object
    }

    func failure(_ error: CurlError) -> ComicVineFailure {
        let text = key.redacted(from: "\(error)")
        return switch error {
        case .expired, .cancelled: .call(.cancelled)
        case _ where !error.wasConnected:
            .unreachable(.unavailable(text, retryAfter: ComicVineTrouble.outage.pause))
        case .timedOut: .call(.timedOut(text))
        case .tooLarge: invalid(200, text)
        default: .call(.broken(text))
        }
    }

    private func envelope(
        _ response: CurlResponse, of endpoint: ComicVineEndpoint
    ) throws(ComicVineFailure) -> ComicVineEnvelope {
        if response.header("cf-mitigated") != nil { throw .pauseAll(.cloudflare) }
        if response.isBlockPage { throw .pauseAll(.abnormalTraffic) }
        guard response.status == 200 else {
            // Without an envelope the status is enough.
            let envelope: ComicVineEnvelope? = try? JSONDecoder().decodeTolerantly(response.body)
            throw failure(response, envelope, of: endpoint)
        }
        // Objects take more memory than their text.
        let objectLimit = endpoint.byteLimit / 128
        guard !response.exceeds(objectLimit) else { throw invalid(200, "more than \(objectLimit) objects") }
        guard response.isJSON, let body = response.utf8Body,
            let envelope: ComicVineEnvelope = try? JSONDecoder().decodeTolerantly(body)
        else {
            let type = response.header("Content-Type") ?? "no content type"
            throw invalid(200, "unreadable body of \(response.body.count) bytes (\(cut(type)))")
        }
        guard let code = envelope.code else { throw invalid(200, "a response without a status code") }
        guard code == 1 else { throw failure(response, envelope, of: endpoint) }
        return envelope
    }

    /// Returns the failure for the code of the envelope, or else for the HTTP status.
    private func failure(
        _ response: CurlResponse, _ envelope: ComicVineEnvelope?, of endpoint: ComicVineEndpoint
    ) -> ComicVineFailure {
        let status = response.status
        let code = status < 500 ? envelope?.code.flatMap { $0 == 1 ? nil : $0 } : nil
        let text = "\(code == nil ? "status" : "code") \(code ?? status): \(cut(envelope?.error ?? "no reason given"))"
        switch code ?? status {
        case 100, 401: return .pauseAll(.refusedKey)
        case 107, 420, 429: return .pausePath(retryAfter: response.retryAfter)
        case 403 where !response.isJSON: return .pauseAll(.cloudflare)
        case 101 where !endpoint.isList && [200, 404].contains(status): return .call(.notFound)
        case 404 where status == 404 && !endpoint.isList && (response.isJSON || response.body.isEmpty):
            return .call(.notFound)
        case 404 where status == 404: return invalid(404, "no API at the configured URL (404)")
        case 300..<400: return invalid(status, "a redirect, which is not followed because of the key")
        case 500... where response.retryAfter != nil:
            return .pauseAll(.outage, retryAfter: response.retryAfter)
        case 504, 522, 524: return .transient(.timedOut(text))
        case 500... where status != 501 && code == nil: return .transient(.invalidResponse(status: status, text))
        default: return invalid(status, text)
        }
    }

    private func invalid(_ status: Int, _ text: String) -> ComicVineFailure {
        .call(.invalidResponse(status: status, text))
    }

    /// Cuts a text for a log line: at most 200 characters, without the key.
    private func cut(_ text: String) -> String { String(key.redacted(from: text).asLine.prefix(200)) }
}

extension CurlResponse {
    /// True if the body begins as a JSON object, whatever its type says.
    fileprivate var isJSON: Bool { body.first { $0 > 0x20 } == UInt8(ascii: "{") }

    /// The body without raw control characters, which JSON does not allow in strings; nil if it is not UTF-8.
    fileprivate var utf8Body: [UInt8]? {
        String(validating: body, as: UTF8.self) == nil ? nil : body.map { $0 < 0x20 ? 0x20 : $0 }
    }

    /// True if the body has more JSON objects than the limit, or so many values that they would take as much memory.
    fileprivate func exceeds(_ objectLimit: Int) -> Bool {
        func count(_ character: UInt8) -> Int { body.count { $0 == character } }
        return count(UInt8(ascii: "{")) > objectLimit || count(UInt8(ascii: ",")) > 8 * objectLimit
    }

    /// True for the page that Comic Vine serves to addresses that it has blocked, with status 200, 403 or 429.
    fileprivate var isBlockPage: Bool {
        !isJSON && String(decoding: body.prefix(4096), as: UTF8.self).contains("Abnormal Traffic")
    }
}
