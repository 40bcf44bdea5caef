import FoundationEssentials
import HTTP
import HTTPTypes
import Heroes

/// `/favourites.json` and `/favourites.csv`: the visitor's list to keep elsewhere, times in seconds since 1970.
struct FavouritesExport {
    let favourites: [Favourite]

    /// Bytes of a list that can be imported again: as many as a form may have (64 KiB), less what is around a file there.
    private static let importable = 63 * 1024

    func response(_ format: Route.Format) -> Response {
        var fields = SecurityFields.bare
        fields[.cacheControl] = "private, no-store"
        fields[.contentDisposition] = "attachment; filename=\"favourites.\(format.rawValue)\""
        fields[.contentType] = format == .json ? "application/json" : "text/csv; charset=utf-8"
        return Response(fields: fields, body: .bytes(list(format)))
    }

    /// With the names, which are for readers alone, unless the list would be too long for an import then.
    private func list(_ format: Route.Format) -> [UInt8] {
        let list = written(format, withNames: true)
        return list.count <= Self.importable ? list : written(format, withNames: false)
    }

    private func written(_ format: Route.Format, withNames: Bool) -> [UInt8] {
        switch format {
        case .json: json(withNames: withNames)
        case .csv: csv(withNames: withNames)
        }
    }

    private func json(withNames: Bool) -> [UInt8] {
        JSONValue.list(
            favourites.map { favourite in
                let name: [(String, JSONValue)] = withNames ? [("name", .text(favourite.name))] : []
                return .object(
                    [("id", .number(favourite.id))] + name + [("added", .number(Self.seconds(favourite)))])
            }
        ).bytes
    }

    /// Comma-separated values (RFC 4180) with a line of names first.
    private func csv(withNames: Bool) -> [UInt8] {
        var text = "id,name,added\r\n"
        for favourite in favourites {
            text += "\(favourite.id),\(withNames ? Self.cell(favourite.name) : ""),\(Self.seconds(favourite))\r\n"
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
