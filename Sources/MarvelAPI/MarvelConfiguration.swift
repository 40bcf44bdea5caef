import Heroes

/// The address of a Marvel-compatible API, with keys and timeout.
package struct MarvelConfiguration: Sendable {
    /// Absolute, `/v1/public` included, without a slash at its end.
    package let baseURL: String
    package let credentials: Credentials
    /// Seconds for a whole answer.
    package let timeout: Double
    package let imageHosts: [ImageHost]

    /// Throws if the URL is not a plain http or https one; one without a path gets the API's own, `/v1/public`.
    package init(
        baseURL: String, publicKey: String, privateKey: String, timeout: Double = 10,
        imageHosts: [ImageHost] = ImageHost.marvel
    ) throws(UnusableURL) {
        let (origin, path) = try Self.normalized(baseURL)
        self.baseURL = origin + path
        credentials = Credentials(publicKey: publicKey, privateKey: privateKey)
        self.timeout = timeout
        // Pictures at the API's own origin stay there, over http, too.
        self.imageHosts = imageHosts + [ImageHost(prefix: origin, replacement: origin)]
    }

    private static func normalized(_ text: String) throws(UnusableURL) -> (origin: String, path: String) {
        guard let url = WebURL(text), url.query == nil, url.fragment == nil else { throw UnusableURL(text: text) }
        var path = url.path
        while path.last == "/" { path.removeLast() }
        return ("\(url.scheme)://\(url.authority)", path.isEmpty ? "/v1/public" : String(path))
    }

    /// A base URL that cannot be used.
    package struct UnusableURL: Error, CustomStringConvertible {
        package let text: String

        package var description: String {
            "'\(text)' is no usable source: it takes http:// or https://, a host, and at most a port and a path"
        }
    }
}
