import Basics
import CCurl
import Glibc

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
    /// Sets timeouts, protocols and verification.
    private func setLimits(_ pending: PendingRequest) throws(CurlError) {
        let remaining = ContinuousClock.now.duration(to: pending.deadline).seconds
        try set(CURLOPT_TIMEOUT_MS, remaining.milliseconds)
        try set(CURLOPT_CONNECTTIMEOUT_MS, pending.request.connectTimeout.milliseconds)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_NOPROXY, Self.noProxy)
        // Otherwise the end of a transfer would wait for a running name resolution, and all other transfers with it.
        try set(CURLOPT_QUICK_EXIT, 1)
    }

    /// Loopback is never requested through a proxy, even if the environment names one.
    private static let noProxy: String = {
        let excluded = getenv("no_proxy") ?? getenv("NO_PROXY")
        return "localhost,127.0.0.0/8,::1" + (excluded.map { ",\(String(cString: $0))" } ?? "")
    }()

    /// Sets URL, method, headers and body.
    private func setMessage(_ request: CurlRequest) throws(CurlError) {
        try set(CURLOPT_URL, request.url)
        try set(CURLOPT_ACCEPT_ENCODING, "gzip")
        try set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        // On a cold TLS host, waits for the ALPN result before it opens a second connection, since HTTP/2 can share the
        // first.
        if request.url.hasPrefix("https:") { try set(CURLOPT_PIPEWAIT, 1) }
        try setMethod(request)
        try setHeaders(request.headers)
    }

    private func setMethod(_ request: CurlRequest) throws(CurlError) {
        let body = request.body ?? (request.method == "POST" ? [] : nil)
        if let body { try setBody(body) }
        switch (request.method, body) {
        case ("GET", nil), ("POST", _): break
        case ("HEAD", nil): try set(CURLOPT_NOBODY, 1)
        default: try set(CURLOPT_CUSTOMREQUEST, request.method)
        }
    }

    private func setBody(_ body: [UInt8]) throws(CurlError) {
        try check(heroes_curl_set_offset(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
        let code = (body + [0]).withUnsafeBytes { bytes in
            heroes_curl_set_pointer(
                handle, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
        }
        try check(code)
    }

    private func setHeaders(_ headers: [(name: String, value: String)]) throws(CurlError) {
        // A line without a value removes a header of libcurl's own; ";" sends an empty one.
        var lines = headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        lines.append("Expect:")
        if !headers.contains(where: { $0.name.lowercased() == "content-type" }) { lines.append("Content-Type:") }
        for line in lines {
            guard let extended = curl_slist_append(headerList, line) else {
                throw .notSent("libcurl cannot allocate a header")
            }
            headerList = extended
        }
        try check(heroes_curl_set_list(handle, CURLOPT_HTTPHEADER, headerList))
    }

    /// Sets the callbacks that receive the header and body.
    private func setCallbacks() throws(CurlError) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        try set(CURLOPT_WRITEDATA, context)
        try set(CURLOPT_HEADERDATA, context)
        try check(
            heroes_curl_set_callback(handle, CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
                Transfer.forward(bytes, count, context) { $0.appendBody($1) }
            })
        try check(
            heroes_curl_set_callback(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
                Transfer.forward(bytes, size * count, context) { $0.appendHeader($1) }
            })
    }

    /// Forwards the bytes; returns their count on success, and any other number to abort the exchange.
    private static func forward(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
        to body: (inout ResponseBuffer, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
        guard let context else { return count + 1 }
        let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        return body(&transfer.buffer, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : count + 1
    }
}

extension Transfer {
    private func set(_ option: CURLoption, _ value: Int) throws(CurlError) {
        try check(heroes_curl_set_long(handle, option, value))
    }

    private func set(_ option: CURLoption, _ value: String) throws(CurlError) {
        try check(heroes_curl_set_string(handle, option, value))
    }

    private func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer) throws(CurlError) {
        try check(heroes_curl_set_pointer(handle, option, value))
    }

    private func check(_ code: CURLcode) throws(CurlError) {
        if code != CURLE_OK { throw CurlError(code, text: reason(code), limit: buffer.byteLimit) }
    }
}

/// The response received so far, within its limits.
struct ResponseBuffer {
    let byteLimit: Int
    private(set) var headers: [(name: String, value: String)] = []
    private(set) var body: [UInt8] = []
    /// The limit that was exceeded, if any.
    private(set) var exceededLimit: Int?
    private var headerBytes = 0

    /// The limit of bytes of all header lines of one exchange.
    private static let headerLimit = 256 * 1024

    init(byteLimit: Int) { self.byteLimit = byteLimit }

    /// Appends a piece of the decompressed body; returns false if it exceeds the limit.
    mutating func appendBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= byteLimit - body.count else {
            exceededLimit = byteLimit
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    /// Appends a complete line; returns false if the lines exceed their limit.
    mutating func appendHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
        headerBytes += bytes.count
        guard headerBytes <= Self.headerLimit else {
            exceededLimit = Self.headerLimit
            return false
        }
        if bytes.starts(with: "HTTP/".utf8) {
            // A further status line begins the final response after an interim one (RFC 9110 section 15.2).
            headers = []
        } else if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
            let value = bytes[(colon + 1)...].prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
            headers.append(
                (
                    String(decoding: bytes[..<colon], as: UTF8.self),
                    String(decoding: value.trimmingBlanks(), as: UTF8.self)
                ))
        }
        return true
    }
}
