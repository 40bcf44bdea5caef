import Basics
import HTTPTypes

/// The static files of a folder, such as style sheets and images, in memory and versioned by their content.
package final class StaticFiles: Sendable {
    private struct File: Sendable {
        /// The first 10 hexadecimal digits of the content's hash.
        let version: String
        let url: String
        /// The response for a URL with the version, cacheable for a year.
        let versioned: CachedResponse
        /// The response for a URL without version, to be revalidated each time.
        let unversioned: CachedResponse
    }

    private let files: [String: File]
    /// The responses by their targets, with and without the version.
    private let byTarget: [String: CachedResponse]

    /// Reads all files of the folder, blocking; hidden files, and links that lead out of the folder, are skipped.
    /// `fields` returns the fields of a file's responses besides those of its content.
    package init(folder: String, fields: (String) -> HTTPFields = { _ in [:] }) throws(StaticFilesError) {
        var files: [String: File] = [:]
        var byTarget: [String: CachedResponse] = [:]
        for (name, content) in try StaticFolder.read(folder) {
            guard let file = Self.file(name, content, fields(name)) else { continue }
            files[name] = file
            byTarget[Self.path(name)] = file.unversioned
            byTarget[file.url] = file.versioned
        }
        (self.files, self.byTarget) = (files, byTarget)
    }

    /// The paths relative to the folder, unordered.
    package var names: some Collection<String> { files.keys }

    /// Returns the URL of a file, such as `/static/site.css?v=0123456789`, which changes with the content; without a
    /// version if there is no such file.
    package func url(_ name: String) -> String { files[name]?.url ?? Self.path(name) }

    /// Returns the file of that path (relative to the folder, decoded), or nil if there is none. A response to HEAD has
    /// the body as well: the server omits it.
    package func respond(to request: Request, name: String) -> Response? {
        guard let file = files[name] else { return nil }
        guard request.method == .get || request.method == .head else {
            return Response(status: .methodNotAllowed, fields: [.allow: "GET, HEAD"])
        }
        return (request.queryForm["v"] == file.version ? file.versioned : file.unversioned).respond(to: request)
    }

    /// Returns the file from a request's head alone; nil if there is none, or if the request has a range or other
    /// conditions.
    package func immediateResponse(to head: RequestHead) -> SerializedResponse? {
        guard head.target.starts(with: "/static/".utf8) else { return nil }
        return byTarget[String(decoding: head.target, as: UTF8.self)]?.immediateResponse(to: head)
    }

    private static func path(_ name: String) -> String {
        let segments = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return "/static/"
            + segments.map { PercentEncoding.encode(String(decoding: $0, as: UTF8.self)) }.joined(separator: "/")
    }

    private static func file(_ name: String, _ content: StaticFolder.Content, _ fields: HTTPFields) -> File? {
        let tag = ETag(hashOf: content.bytes)
        var response = Response(
            fields: [
                .contentType: MediaType.type(ofFile: name), .eTag: tag.text, .lastModified: content.modified.text,
                .acceptRanges: "bytes",
            ], body: .bytes(content.bytes))
        if response.fields[.contentType]?.hasPrefix("image/svg+xml") == true {
            response.fields[.contentSecurityPolicy] = MediaType.svgSecurityPolicy
        }
        response.fields.append(contentsOf: fields)
        var unversioned = response
        response.fields[.cacheControl] = "public, max-age=31536000, immutable"
        unversioned.fields[.cacheControl] = "no-cache"
        guard let versioned = CachedResponse(response), let unversioned = CachedResponse(unversioned) else {
            return nil
        }
        let version = String(tag.opaque.prefix(10))
        return File(
            version: version, url: "\(path(name))?v=\(version)", versioned: versioned, unversioned: unversioned)
    }
}

/// The reason for which a folder of static files cannot be served.
package enum StaticFilesError: Error, Hashable, Sendable {
    case unreadable(path: String, reason: String)
}
