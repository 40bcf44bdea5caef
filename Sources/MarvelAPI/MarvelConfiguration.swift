import Heroes

package struct MarvelConfiguration: Sendable {
    /// The absolute URL with `/v1/public`, without a final slash.
    package let baseURL: String
    package let credentials: APIKeys
    /// The timeout of a complete response in seconds.
    package let timeout: Double
    package let imageHosts: [ImageHost]
    /// The words by which a search only asks, such as “who” and “comics”: single words, folded as in `SearchWords`. They
    /// are for an API without a search of its own.
    package var askingWords: Set<String> = []

    /// Throws if the URL is not a plain http or https URL; without a path it gets the API's, `/v1/public`.
    package init(
        baseURL: String, publicKey: String, privateKey: String, timeout: Double = 10,
        imageHosts: [ImageHost] = ImageHost.marvel
    ) throws(WebURL.InvalidBase) {
        let (origin, path) = try WebURL.base(baseURL)
        self.baseURL = origin + (path.isEmpty ? "/v1/public" : path)
        credentials = APIKeys(publicKey: publicKey, privateKey: privateKey)
        self.timeout = timeout
        // Pictures at the API's origin are not rewritten to https.
        self.imageHosts = imageHosts + [ImageHost(prefix: origin, replacement: origin)]
    }
}
