import Basics
import HTTPTypes

/// The files of one folder, such as style sheets and pictures, kept in memory and told apart by their content.
package final class StaticFiles: Sendable {
    private struct File: Sendable {
        /// The first 10 hexadecimal digits of the content's hash.
        let version: String
        /// For an address with the version, which browsers may cache for good.
        let versioned: CachedResponse
        /// For the bare name, which they have to ask for each time.
        let bare: CachedResponse
    }

    private let files: [String: File]
    /// By their addresses as pages have them, and without the version.
    private let byTarget: [String: CachedResponse]

    /// Reads the whole folder, blocking; hidden files, and links that lead out of the folder, are left out. `fields` returns
    /// the fields of a file's responses besides those about its content.
    package init(folder: String, fields: (String) -> HTTPFields = { _ in [:] }) throws(StaticFilesError) {
        var files: [String: File] = [:]
        var byTarget: [String: CachedResponse] = [:]
        for (name, content) in try StaticFolder.read(folder) {
            guard let file = Self.file(name, content, fields(name)) else { continue }
            files[name] = file
            byTarget[Self.path(name)] = file.bare
            byTarget["\(Self.path(name))?v=\(file.version)"] = file.versioned
        }
        (self.files, self.byTarget) = (files, byTarget)
    }

    /// Relative to the folder, in no order.
    package var names: some Collection<String> { files.keys }

    /// Returns the address of a file, such as `/static/site.css?v=0123456789`, which changes with the content; without a
    /// version if there is no such file.
    package func url(_ name: String) -> String {
        Self.path(name) + (files[name].map { "?v=" + $0.version } ?? "")
    }

    /// Returns the file of that name (relative to the folder, decoded), or nil if there is none. A response to HEAD has the
    /// body, too: the server leaves it out.
    package func respond(to request: Request, name: String) -> Response? {
        guard let file = files[name] else { return nil }
        guard request.method == .get || request.method == .head else {
            return Response(status: .methodNotAllowed, fields: [.allow: "GET, HEAD"])
        }
        return (request.queryForm["v"] == file.version ? file.versioned : file.bare).respond(to: request)
    }

    /// Returns the file from a request's head alone; nil if there is none or a condition has to be looked at.
    package func immediateResponse(to head: RequestHead) -> PreparedResponse? {
        guard head.target.starts(with: "/static/".utf8) else { return nil }
        return byTarget[String(decoding: head.target, as: UTF8.self)]?.immediateResponse(to: head)
    }

    private static func path(_ name: String) -> String {
        let segments = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return "/static/"
            + segments.map { PercentEncoding.encode(String(decoding: $0, as: UTF8.self)) }.joined(separator: "/")
    }

    private static func file(_ name: String, _ content: FileContent, _ fields: HTTPFields) -> File? {
        let hash = FNV1a(content.bytes).text
        var response = Response(
            fields: [
                .contentType: MediaType.of(fileName: name), .eTag: "\"\(hash)\"", .lastModified: content.modified.text,
                .acceptRanges: "bytes",
            ], body: .bytes(content.bytes))
        if response.fields[.contentType]?.hasPrefix("image/svg+xml") == true {
            response.fields[.contentSecurityPolicy] = MediaType.picturePolicy
        }
        response.fields.append(contentsOf: fields)
        var bare = response
        response.fields[.cacheControl] = "public, max-age=31536000, immutable"
        bare.fields[.cacheControl] = "no-cache"
        guard let versioned = CachedResponse(response), let bare = CachedResponse(bare) else { return nil }
        return File(version: String(hash.prefix(10)), versioned: versioned, bare: bare)
    }
}

/// Why a folder of static files cannot be served.
package enum StaticFilesError: Error, Hashable, Sendable {
    case unreadable(path: String, reason: String)
}
