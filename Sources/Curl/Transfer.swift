import CCurl

/// One exchange: its easy handle, the memory that libcurl reads while it runs, and the response so far.
final class Transfer {
    let id: UInt64
    let handle: UnsafeMutableRawPointer
    let continuation: CheckedContinuation<CurlResult, Never>
    private let url: String
    private let errorText: UnsafeMutablePointer<CChar>
    var headerList: UnsafeMutablePointer<curl_slist>?
    var buffer: ResponseBuffer

    /// Throws if libcurl rejects the request.
    init(_ pending: PendingRequest, share: UnsafeMutableRawPointer?, caBundle: String?) throws(CurlError) {
        guard let handle = curl_easy_init() else { throw .notSent("libcurl cannot allocate a handle") }
        id = pending.id
        self.handle = handle
        continuation = pending.continuation
        url = pending.request.url
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        buffer = ResponseBuffer(byteLimit: pending.request.byteLimit)
        try set(CURLOPT_ERRORBUFFER, errorText)
        if let share { try set(CURLOPT_SHARE, share) }
        if let caBundle { try set(CURLOPT_CAINFO, caBundle) }
        try setLimits(pending)
        try setMessage(pending.request)
        try setCallbacks()
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(headerList)
        errorText.deallocate()
    }

    /// Returns the result of the finished exchange.
    func result(_ code: CURLcode) -> CurlResult {
        if let limit = buffer.exceededLimit { return .failure(.tooLarge(limit: limit)) }
        if code == CURLE_OK { buffer.end() }
        if let error = buffer.bodyError { return .failure(.malformedBody(error)) }
        guard code == CURLE_OK else { return .failure(failure(code)) }
        var status = 0
        _ = heroes_curl_response_code(handle, &status)
        var retryAfter: curl_off_t = 0
        _ = heroes_curl_retry_after(handle, &retryAfter)
        return .success(
            CurlResponse(
                status: status, headers: buffer.headers, body: buffer.body,
                retryAfter: retryAfter > 0 ? Int(retryAfter) : nil))
    }

    private func failure(_ code: CURLcode) -> CurlError {
        var pretransfer: curl_off_t = 0
        _ = heroes_curl_pretransfer_time(handle, &pretransfer)
        return CurlError(code, text: reason(code), limit: buffer.byteLimit, wasConnected: pretransfer > 0)
    }

    /// Returns libcurl's message without the query of the URL, which may contain credentials.
    private func reason(_ code: CURLcode) -> String {
        let detail = String(cString: errorText)
        let text = detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail
        let query = url.drop { $0 != "?" }.dropFirst()
        return query.isEmpty ? text : text.replacing(query, with: "…")
    }
}

extension Transfer {
    func set(_ option: CURLoption, _ value: Int) throws(CurlError) {
        try check(heroes_curl_set_long(handle, option, value))
    }

    func set(_ option: CURLoption, _ value: String) throws(CurlError) {
        try check(heroes_curl_set_string(handle, option, value))
    }

    func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer) throws(CurlError) {
        try check(heroes_curl_set_pointer(handle, option, value))
    }

    func check(_ code: CURLcode) throws(CurlError) {
        if code != CURLE_OK { throw CurlError(code, text: reason(code), limit: buffer.byteLimit) }
    }
}
