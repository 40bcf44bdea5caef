import HTTP
import Heroes

/// The site's settings.
package struct SiteConfiguration: Sendable {
    /// The longest time that a page waits for its source before it is streamed with loaders.
    package var streamingDelay: Duration = .milliseconds(80)
    /// The public URL of the site, such as `https://heroes.example`; cookies are Secure if it is HTTPS.
    package var publicURL: String?
    /// The hosts other than this site that portraits are loaded from, as CSP sources.
    package var imageHosts: [String] = ["https:"]
    /// The base URL of relative links in descriptions; nil if there are none that can be resolved.
    package var descriptionBase: String?
    /// Returns the hero that this page of the source's own web site is about; nil for any other URL.
    package var heroOfPage: @Sendable (String) -> Hero? = { _ in nil }
    /// Returns the hue of a picture in degrees of Oklch, if it is known without loading the picture.
    package var hue: @Sendable (Thumbnail) -> Int? = { _ in nil }
    /// The time for which a cached page is served.
    package var pageLifetime: Duration = .seconds(10)
    /// The byte limit of the page cache.
    package var pageByteLimit = 10 << 20
    /// Shows `/_gallery`, every view in every named state, and turns the page cache off.
    package var isDevelopment = false

    /// The proxies with a trusted X-Forwarded-For.
    package var trustedProxies: [AddressRange] = []
    /// The limit of new visitors per hour and network, an IPv4 address or an IPv6 /64.
    package var newVisitorsPerHour = 200
    /// The secret that transfer codes are encrypted with, the same on all machines; may be empty.
    package var secret: [UInt8] = []

    package init() {}

    var isSecure: Bool { publicURL?.hasPrefix("https://") ?? false }
}
