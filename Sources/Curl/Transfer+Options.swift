import CCurl
import Glibc

extension Transfer {
    /// Times, protocols and verification.
    func setLimits(_ order: Order) throws(CurlError) {
        let left = ContinuousClock.now.duration(to: order.deadline).seconds
        try set(CURLOPT_TIMEOUT_MS, left.milliseconds)
        try set(CURLOPT_CONNECTTIMEOUT_MS, order.request.connectTimeout.milliseconds)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_NOPROXY, Self.direct)
        // Else the end of a transfer would wait for a name resolution under way, and all other transfers with it.
        try set(CURLOPT_QUICK_EXIT, 1)
    }

    /// Loopback is never asked for through a proxy, whatever the environment says of proxies.
    private static let direct: String = {
        let listed = getenv("no_proxy") ?? getenv("NO_PROXY")
        return "localhost,127.0.0.0/8,::1" + (listed.map { ",\(String(cString: $0))" } ?? "")
    }()

    /// What is sent.
    func setMessage(_ request: CurlRequest) throws(CurlError) {
        try set(CURLOPT_URL, request.url)
        try set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        // On a cold TLS host, wait to learn whether the first connection can be shared before opening a second one.
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
        // A line without a value takes one away that libcurl would send of itself; ";" sends one that is empty.
        var lines = headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        lines.append("Expect:")
        if !headers.contains(where: { $0.name.lowercased() == "accept-encoding" }) {
            lines.append("Accept-Encoding: gzip")
        }
        if !headers.contains(where: { $0.name.lowercased() == "content-type" }) { lines.append("Content-Type:") }
        for line in lines {
            guard let longer = curl_slist_append(headerList, line) else {
                throw .unsendable("libcurl has no memory for a header")
            }
            headerList = longer
        }
        try check(heroes_curl_set_list(handle, CURLOPT_HTTPHEADER, headerList))
    }

    /// Where what comes is put.
    func setSinks() throws(CurlError) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        try set(CURLOPT_WRITEDATA, context)
        try set(CURLOPT_HEADERDATA, context)
        try check(
            heroes_curl_set_sink(handle, CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
                Transfer.pass(bytes, count, context) { $0.takeBody($1) }
            })
        try check(
            heroes_curl_set_sink(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
                Transfer.pass(bytes, size * count, context) { $0.takeHeader($1) }
            })
    }

    /// Returns the count where the bytes were taken; anything else ends the exchange.
    private static func pass(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
        to take: (inout Arrival, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
        guard let context else { return count + 1 }
        let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        return take(&transfer.arrival, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : count + 1
    }
}
