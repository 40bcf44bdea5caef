import HTTPTypes

/// The security header fields of responses.
enum SecurityFields {
    /// The fields of every response.
    static let common: HTTPFields = [
        .xContentTypeOptions: "nosniff",
        .crossOriginResourcePolicy: "same-origin",
    ]

    /// Returns the fields of a static file. Icons may be loaded by other origins: start pages, bookmarks and search
    /// results.
    static func file(_ name: String) -> HTTPFields {
        var fields = common
        if icons.contains(name) { fields[.crossOriginResourcePolicy] = "cross-origin" }
        return fields
    }

    private static let icons: Set = [
        "favicon.ico", "icon.svg", "icon-192.png", "icon-512.png", "icon-maskable.png", "touch-icon.png",
    ]

    /// Returns the fields of a page. Pages contain the visitor's hearts, so no cache may store them.
    static func page(policy: String, isSecure: Bool) -> HTTPFields {
        var fields = common
        fields[.contentType] = "text/html; charset=utf-8"
        fields[.cacheControl] = "private, no-store"
        fields[.contentSecurityPolicy] = policy
        fields[.referrerPolicy] = "same-origin"
        fields[.permissionsPolicy] = "camera=(), geolocation=(), microphone=()"
        fields[.crossOriginOpenerPolicy] = "same-origin"
        // Lasts for a year, so it is only sent by a site that is served over HTTPS (RFC 6797).
        if isSecure { fields[.strictTransportSecurity] = "max-age=31536000" }
        return fields
    }
}

extension HTTPField.Name {
    // Names that swift-http-types does not define; each literal is a valid token.
    static let referrerPolicy = known("Referrer-Policy")
    static let permissionsPolicy = known("Permissions-Policy")
    static let crossOriginOpenerPolicy = known("Cross-Origin-Opener-Policy")
    static let accelBuffering = known("X-Accel-Buffering")

    private static func known(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .contentType }
}
