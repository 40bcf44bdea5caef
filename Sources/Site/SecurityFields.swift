import HTTPTypes

/// The header fields that keep browsers strict.
enum SecurityFields {
    /// For everything the site sends.
    static let bare: HTTPFields = [
        .xContentTypeOptions: "nosniff",
        .crossOriginResourcePolicy: "same-origin",
    ]

    /// For a page, which shows hearts and is therefore never kept by a cache.
    ///
    /// It says nothing of `form-action`: a proxy that wants visitors to sign in answers forms with a redirect to another
    /// origin, which Chromium would block. Sources cannot bring forms, since markup of theirs is sanitized.
    static func page(nonce: String, imageHosts: [String], isSecure: Bool) -> HTTPFields {
        var fields = bare
        fields[.contentType] = "text/html; charset=utf-8"
        fields[.cacheControl] = "private, no-store"
        fields[.contentSecurityPolicy] = """
            default-src 'none'; style-src 'self' 'nonce-\(nonce)'; script-src 'self' 'nonce-\(nonce)'; \
            img-src 'self'\(imageHosts.map { " " + $0 }.joined()); connect-src 'self'; \
            base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'
            """
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
