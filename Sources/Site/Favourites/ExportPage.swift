import Basics
import FoundationEssentials
import HTTP
import HTTPTypes
import Heroes

/// `/favourites.json` and `/favourites.csv`: the visitor's favourites as a download; times are seconds since 1970
/// in JSON, and ISO 8601 in CSV, which spreadsheets read.
struct ExportPage {
    let visit: Visit
    let format: FavouritesRoute.Format

    /// The limit of an import in bytes: that of a form (64 KiB) without the multipart overhead.
    private static let importByteLimit = 63 * 1024

    func response() async throws(Failure) -> Response {
        let favourites = try visit.readFavourites()
        // A thousand favourites take milliseconds.
        return await withTaskExecutorPreference(globalConcurrentExecutor) { file(favourites) }
    }

    private func file(_ favourites: [Favourite]) -> Response {
        // The names are only for readers; they are omitted if the list could not be imported otherwise.
        let list = serialized(favourites, withNames: true)
        return Response(
            hardened: [
                .cacheControl: "private, no-store",
                .contentDisposition: ContentDisposition.attachment(
                    "favourites", fallback: "favourites", extension: format.rawValue),
                .contentType: format == .json ? "application/json" : "text/csv; charset=utf-8",
            ],
            list.count <= Self.importByteLimit ? list : serialized(favourites, withNames: false))
    }

    private func serialized(_ favourites: [Favourite], withNames: Bool) -> [UInt8] {
        format == .json ? json(favourites, withNames: withNames) : csv(favourites, withNames: withNames)
    }

    private func json(_ favourites: [Favourite], withNames: Bool) -> [UInt8] {
        JSON.array(
            favourites.map { favourite in
                var members: [JSON.Member] = [JSON.Member("id", .integer(favourite.id))]
                if withNames { members.append(JSON.Member("name", .string(favourite.name))) }
                return .object(members + [JSON.Member("added", .integer(Int(favourite.added.timeIntervalSince1970)))])
            }
        ).bytes
    }

    /// Returns CSV (RFC 4180) with a header line. It starts with a byte order mark, by which spreadsheets detect UTF-8.
    private func csv(_ favourites: [Favourite], withNames: Bool) -> [UInt8] {
        var text = "\u{FEFF}id,name,added\r\n"
        for favourite in favourites {
            text +=
                "\(favourite.id),\(withNames ? Self.cell(favourite.name) : ""),\(favourite.added.formatted(.iso8601))\r\n"
        }
        return Array(text.utf8)
    }

    /// Returns the name in quotes. An apostrophe keeps a spreadsheet from evaluating it as a formula, also after a
    /// character that may separate cells there (OWASP, CSV Injection). The import ignores names, so the apostrophe does
    /// not come back.
    private static func cell(_ name: String) -> String {
        var text = "\""
        var remainder = name.unicodeScalars[...]
        var isAtCellStart = true
        while let scalar = remainder.first {
            if isAtCellStart, isFormula(remainder) { text += "'" }
            text += scalar == "\"" ? "\"\"" : String(scalar)
            isAtCellStart = ";|\t\r\n".unicodeScalars.contains(scalar)
            remainder.removeFirst()
        }
        return text + "\""
    }

    /// Returns true if the text begins with a formula character after characters that a spreadsheet may skip.
    private static func isFormula(_ text: Substring.UnicodeScalarView) -> Bool {
        let signs = "=+-@\t\r\n\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars
        let first = text.first { scalar in
            signs.contains(scalar)
                || scalar != "\"" && !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
        }
        return first.map(signs.contains) ?? false
    }
}
