import Basics
import FoundationEssentials
import HTML
import HTTP
import Heroes

/// The site's settings, with clock, random numbers and log as values, so that tests can replace them.
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
    /// Returns the path of a PNG, 1200 by 630 pixels, with the first 12 of these portraits; nil for portraits that this
    /// site does not draw itself.
    package var collage: (@Sendable ([Thumbnail]) -> String?)?
    /// The time for which a cached page is served.
    package var pageLifetime: Duration = .seconds(10)
    package var pageByteLimit = 10 << 20
    /// Turns the page cache off, since files may change.
    package var isDevelopment = false
    /// The proxies with a trusted X-Forwarded-For.
    package var trustedProxies: [AddressRange] = []
    /// The limit of new visitors per hour and network, an IPv4 address or an IPv6 /64.
    package var newVisitorsPerHour = 200
    /// The secret that transfer codes are encrypted with, the same on all machines; may be empty.
    package var secret: [UInt8] = []

    package var now: @Sendable () -> Date = { Date() }
    package var random: @Sendable () -> UInt64 = {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
    /// The milliseconds of a monotonic clock.
    package var milliseconds: @Sendable () -> Int = { MonotonicTime.now.milliseconds }
    /// The address for reports of mistakes; nil if the operator gives none.
    package var contact: Contact?
    /// Writes the cause of a failure, of which visitors see only a sentence, to the log.
    package var log: @Sendable (String) -> Void = { _ in }

    package init() {}

    /// An address for reports.
    package struct Contact: Sendable, Equatable {
        /// A mail address, or a URL as it is shown.
        package let text: String
        let url: SafeURL

        /// Takes a mail address or an http(s) URL; returns nil for anything else.
        package init?(_ text: String) {
            guard let url = SafeURL(mailTo: text) ?? SafeURL(external: text) else { return nil }
            (self.text, self.url) = (text, url)
        }
    }

    var isSecure: Bool { publicURL?.hasPrefix("https://") ?? false }

    var generator: some RandomNumberGenerator { RandomNumbers(random: random) }
}

private struct RandomNumbers: RandomNumberGenerator {
    let random: @Sendable () -> UInt64

    func next() -> UInt64 { random() }
}

/// The templates and the static files.
package struct Assets: Sendable {
    let templates: Templates
    let files: StaticFiles

    /// Reads both folders, blocking. Throws if one cannot be read or a template does not match its view.
    package init(templates: String, files: String, views: [any TemplateView.Type] = Site.views) throws {
        self.templates = try Templates(folder: templates, views: views)
        self.files = try StaticFiles(folder: files, fields: SecurityFields.file)
    }
}

extension Assets {
    /// Returns the address of a file, which changes with its content.
    func url(_ file: String) -> SafeURL { .path(files.url(file)) }

    var placeholderImage: SafeURL { url("placeholder.svg") }
}
