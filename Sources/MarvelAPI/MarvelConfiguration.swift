import Heroes

package struct MarvelConfiguration: Sendable {
    /// The absolute URL with `/v1/public`, without a final slash.
    package let baseURL: String
    package let credentials: APIKeys
    /// The timeout of a complete response in seconds.
    package let timeout: Double
    package let imageHosts: [ImageHost]

    /// Throws if the URL is not a plain http or https URL; without a path it gets the API's, `/v1/public`.
    package init(
        baseURL: String, publicKey: String, privateKey: String, timeout: Double = 10,
        imageHosts: [ImageHost] = ImageHost.marvel
    ) throws(UnusableURL) {
        guard let (origin, path) = WebURL.base(baseURL) else { throw UnusableURL(text: baseURL) }
        self.baseURL = origin + (path.isEmpty ? "/v1/public" : path)
        credentials = APIKeys(publicKey: publicKey, privateKey: privateKey)
        self.timeout = timeout
        // Pictures at the API's origin are not rewritten to https.
        self.imageHosts = imageHosts + [ImageHost(prefix: origin, replacement: origin)]
    }

    package struct UnusableURL: Error, CustomStringConvertible {
        package let text: String

        package var description: String {
            "'\(text)' is not a valid source URL: give http:// or https://, a host, and optionally a port and a path"
        }
    }
}
