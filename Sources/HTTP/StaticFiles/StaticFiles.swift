import Basics
import HTTPTypes

/// The files of one folder, such as style sheets and pictures, kept in memory and told apart by their content.
package final class StaticFiles: Sendable {
    private let files: [String: StaticFile]

    /// Reads the whole folder, blocking; hidden files, and links that lead out of the folder, are left out.
    package init(folder: String) throws(StaticFilesError) {
        files = try StaticFolder.read(folder)
    }

    /// Relative to the folder, in no order.
    package var names: some Collection<String> { files.keys }

    /// The address of a file, such as `/static/site.css?v=0123456789`, which changes with the content; without a
    /// version where there is no such file.
    package func url(_ name: String) -> String {
        let segments = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let path = segments.map { PercentEncoding.encode(String(decoding: $0, as: UTF8.self)) }
        let version = files[name]?.version
        return "/static/" + path.joined(separator: "/") + (version.map { "?v=" + $0 } ?? "")
    }

    /// The file of that name (relative to the folder, decoded), or nil where there is none. An answer to HEAD has the
    /// body, too: leaving it out is the server's part.
    package func respond(to request: Request, name: String) -> Response? {
        guard let file = files[name] else { return nil }
        guard request.method == .get || request.method == .head else {
            return Response(status: .methodNotAllowed, fields: [.allow: "GET, HEAD"])
        }
        return file.respond(to: request)
    }
}

/// Why a folder of static files cannot be served.
package enum StaticFilesError: Error, Hashable, Sendable {
    case unreadable(path: String, reason: String)
}
