import FoundationEssentials
import HTTP
import HTTPTypes
import Heroes

/// `/favourites.json` and `/favourites.csv`: the visitor's list to keep elsewhere, times in seconds since 1970.
struct FavouritesExport {
    let favourites: [Favourite]

    func response(_ format: Route.Format) -> Response {
        var fields = SecurityFields.bare
        fields[.cacheControl] = "private, no-store"
        fields[.contentDisposition] = "attachment; filename=\"favourites.\(format.rawValue)\""
        switch format {
        case .json:
            fields[.contentType] = "application/json"
            return Response(fields: fields, body: .bytes(json))
        case .csv:
            fields[.contentType] = "text/csv; charset=utf-8"
            return Response(fields: fields, body: .bytes(csv))
        }
    }

    private var json: [UInt8] {
        JSONValue.list(
            favourites.map { favourite in
                .object([
                    ("id", .number(favourite.id)), ("name", .text(favourite.name)),
                    ("added", .number(Self.seconds(favourite))),
                ])
            }
        ).bytes
    }

    /// Comma-separated values (RFC 4180) with a line of names first.
    private var csv: [UInt8] {
        var text = "id,name,added\r\n"
        for favourite in favourites {
            text += "\(favourite.id),\(Self.cell(favourite.name)),\(Self.seconds(favourite))\r\n"
        }
        return Array(text.utf8)
    }

    /// In quotes where it needs them; what a spreadsheet would take for a formula is made a text by an apostrophe.
    private static func cell(_ text: String) -> String {
        let isFormula = text.unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
        let plain = isFormula ? "'" + text : text
        guard plain.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) else { return plain }
        return "\"" + plain.replacing("\"", with: "\"\"") + "\""
    }

    private static func seconds(_ favourite: Favourite) -> Int {
        Int(exactly: favourite.added.timeIntervalSince1970.rounded()) ?? 0
    }
}
