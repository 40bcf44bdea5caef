/// An object written as JSON, with gaps where the summaries of its relations belong.
///
/// Summaries depend on the other objects, so they are filled in once all are there, and then never again: what is
/// served is read and sent without being built.
enum Template {
    /// Stands before the code of a kind, where the summary of that kind belongs.
    static let summaryMark: UInt8 = 0x02

    static func write(_ entry: Entry) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, field) in entry.kind.fields.enumerated() {
            bytes.append(UInt8(ascii: index == 0 ? "{" : ","))
            write(field, of: entry, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    private static func write(_ field: Field, of entry: Entry, to bytes: inout [UInt8]) {
        switch field {
        case .id: member("id", .integer(entry.id), to: &bytes)
        case .own(let name, let absent): member(name, entry.fields[name] ?? absent, to: &bytes)
        case .resourceURI: member("resourceURI", .local(entry.kind.path(entry.id)), to: &bytes)
        case .summary(let kind):
            JSON.write(kind.rawValue, to: &bytes)
            bytes.append(contentsOf: [UInt8(ascii: ":"), summaryMark, UInt8(kind.code)])
        }
    }

    private static func member(_ name: String, _ value: JSON, to bytes: inout [UInt8]) {
        JSON.write(name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        value.write(to: &bytes)
    }

    /// Fills every gap with the summary of its kind.
    static func fill(_ template: [UInt8], summary: (Kind, inout [UInt8]) throws -> Void) rethrows -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(template.count * 3)
        var rest = template[...]
        while let gap = rest.firstIndex(of: summaryMark), gap + 1 < rest.endIndex {
            bytes.append(contentsOf: rest[..<gap])
            if let kind = Kind.allCases.first(where: { $0.code == Int(rest[gap + 1]) }) {
                try summary(kind, &bytes)
            }
            rest = rest[(gap + 2)...]
        }
        bytes.append(contentsOf: rest)
        return bytes
    }
}
