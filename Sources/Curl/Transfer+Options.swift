import CCurl
import Glibc

extension Transfer {
    /// Sets timeouts, protocols and verification.
    func setLimits(_ pending: PendingRequest) throws(CurlError) {
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
    func setMessage(_ request: CurlRequest) throws(CurlError) {
        try set(CURLOPT_URL, request.url)
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
        if !headers.contains(where: { $0.name.lowercased() == "accept-encoding" }) {
            lines.append("Accept-Encoding: gzip")
        }
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
    func setCallbacks() throws(CurlError) {
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
