import HTTPTypes

/// The header fields that keep browsers strict.
enum SecurityFields {
    /// For everything the site sends.
    static let bare: HTTPFields = [
        .xContentTypeOptions: "nosniff",
        .crossOriginResourcePolicy: "same-origin",
    ]

    /// For a file; start pages, bookmarks and search results of other origins show the site's icons.
    static func file(_ name: String) -> HTTPFields {
        var fields = bare
        if icons.contains(name) { fields[.crossOriginResourcePolicy] = "cross-origin" }
        return fields
    }

    private static let icons: Set = ["favicon.ico", "icon.svg", "icon-192.png", "icon-512.png", "touch-icon.png"]

    /// For a page, which shows hearts and is therefore never kept by a cache.
    static func page(policy: String, isSecure: Bool) -> HTTPFields {
        var fields = bare
        fields[.contentType] = "text/html; charset=utf-8"
        fields[.cacheControl] = "private, no-store"
        fields[.contentSecurityPolicy] = policy
        fields[.referrerPolicy] = "same-origin"
        fields[.permissionsPolicy] = "camera=(), geolocation=(), microphone=()"
        fields[.crossOriginOpenerPolicy] = "same-origin"
        // A promise for a year, which only a site that is served by https can keep (RFC 6797).
        if isSecure { fields[.strictTransportSecurity] = "max-age=31536000" }
        return fields
    }
}

extension HTTPField.Name {
    // Names that the library does not list; each literal is a valid token.
    static let referrerPolicy = known("Referrer-Policy")
    static let permissionsPolicy = known("Permissions-Policy")
    static let crossOriginOpenerPolicy = known("Cross-Origin-Opener-Policy")
    static let accelBuffering = known("X-Accel-Buffering")

    private static func known(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .contentType }
}
