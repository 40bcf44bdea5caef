import CCurl

/// One exchange: its easy handle, all that libcurl reads from while it runs, and what has come so far.
final class Transfer {
    let id: UInt64
    let handle: UnsafeMutableRawPointer
    let continuation: CheckedContinuation<CurlAnswer, Never>
    private let url: String
    private let errorText: UnsafeMutablePointer<CChar>
    var headerList: UnsafeMutablePointer<curl_slist>?
    var arrival: Arrival

    /// Throws where libcurl does not take the request.
    init(_ order: Order, share: UnsafeMutableRawPointer?, authorities: String?) throws(CurlError) {
        guard let handle = curl_easy_init() else { throw .unsendable("libcurl has no memory for a handle") }
        id = order.id
        self.handle = handle
        continuation = order.continuation
        url = order.request.url
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        arrival = Arrival(byteLimit: order.request.byteLimit)
        try set(CURLOPT_ERRORBUFFER, errorText)
        if let share { try set(CURLOPT_SHARE, share) }
        if let authorities { try set(CURLOPT_CAINFO, authorities) }
        try setLimits(order)
        try setMessage(order.request)
        try setSinks()
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(headerList)
        errorText.deallocate()
    }

    /// What the finished exchange comes to.
    func answer(_ code: CURLcode) -> CurlAnswer {
        if let limit = arrival.exceeded { return .failure(.tooLarge(limit: limit)) }
        if code == CURLE_OK { arrival.end() }
        if let fault = arrival.fault { return .failure(.misread(fault)) }
        guard code == CURLE_OK else { return .failure(failure(code)) }
        var status = 0
        _ = heroes_curl_response_code(handle, &status)
        var retryAfter: curl_off_t = 0
        _ = heroes_curl_retry_after(handle, &retryAfter)
        return .success(
            CurlResponse(
                status: status, headers: arrival.headers, body: arrival.body,
                retryAfter: retryAfter > 0 ? Int(retryAfter) : nil))
    }

    private func failure(_ code: CURLcode) -> CurlError {
        var pretransfer: curl_off_t = 0
        _ = heroes_curl_pretransfer_time(handle, &pretransfer)
        return CurlError(code, text: reason(code), limit: arrival.byteLimit, wasConnected: pretransfer > 0)
    }

    /// libcurl's words, without the query of the URL, which may hold credentials.
    private func reason(_ code: CURLcode) -> String {
        let own = String(cString: errorText)
        let text = own.isEmpty ? String(cString: curl_easy_strerror(code)) : own
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
        if code != CURLE_OK { throw CurlError(code, text: reason(code), limit: arrival.byteLimit) }
    }
}
