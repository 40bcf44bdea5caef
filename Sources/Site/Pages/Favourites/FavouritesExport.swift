import FoundationEssentials
import HTTP
import HTTPTypes
import Heroes

/// `/favourites.json` and `/favourites.csv`: the visitor's list to keep elsewhere, times in seconds since 1970.
struct FavouritesExport {
    let favourites: [Favourite]

    /// Bytes of a list that can be imported again: as many as a form may have (64 KiB), less what is around a file there.
    private static let importByteLimit = 63 * 1024

    func response(_ format: Route.Format) -> Response {
        // The names are for readers alone, and left out if the list would be too long for an import then.
        let list = serialized(format, withNames: true)
        return Response(
            hardened: [
                .cacheControl: "private, no-store",
                .contentDisposition: "attachment; filename=\"favourites.\(format.rawValue)\"",
                .contentType: format == .json ? "application/json" : "text/csv; charset=utf-8",
            ],
            list.count <= Self.importByteLimit ? list : serialized(format, withNames: false))
    }

    private func serialized(_ format: Route.Format, withNames: Bool) -> [UInt8] {
        switch format {
        case .json: json(withNames: withNames)
        case .csv: csv(withNames: withNames)
        }
    }

    private func json(withNames: Bool) -> [UInt8] {
        JSONValue.array(
            favourites.map { favourite in
                var members: [(String, JSONValue)] = [("id", .number(favourite.id))]
                if withNames { members.append(("name", .string(favourite.name))) }
                return .object(members + [("added", .number(Self.seconds(favourite)))])
            }
        ).bytes
    }

    /// Comma-separated values (RFC 4180) with a line of names first, and before it the mark by which spreadsheets know UTF-8.
    private func csv(withNames: Bool) -> [UInt8] {
        var text = "\u{FEFF}id,name,added\r\n"
        for favourite in favourites {
            text += "\(favourite.id),\(withNames ? Self.cell(favourite.name) : ""),\(Self.seconds(favourite))\r\n"
        }
        return Array(text.utf8)
    }

    /// Returns the name in quotes. An apostrophe makes a text of what a spreadsheet would take for a formula, also behind a
    /// sign that may part cells there though a comma does here (OWASP, CSV Injection). An import takes names from the
    /// source, so nothing of it comes back.
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

    /// Whether the text begins with a sign of formulas, plain or full-width, behind whatever a spreadsheet may leave out.
    private static func isFormula(_ text: Substring.UnicodeScalarView) -> Bool {
        let signs = "=+-@\t\r\n\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars
        let first = text.first { scalar in
            signs.contains(scalar)
                || scalar != "\"" && !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
        }
        return first.map(signs.contains) ?? false
    }

    private static func seconds(_ favourite: Favourite) -> Int {
        Int(exactly: favourite.added.timeIntervalSince1970.rounded()) ?? 0
    }
}
