import Basics

/// An object written as JSON, with gaps for the summaries of its relations.
///
/// Summaries depend on the other objects, so they are filled in once all are there: a body is read and sent without
/// being built.
enum Template {
    /// Precedes the code of a kind, in place of the summary of that kind.
    static let summaryMark: UInt8 = 0x02
    /// Stands around the number and after the items of a recorded summary, right behind its gap.
    static let recordedMark: UInt8 = 0x03

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
        case .own(let name, _, let absent): member(name, entry.fields[name] ?? absent, to: &bytes)
        case .resourceURI: member("resourceURI", .local(entry.kind.path(entry.id)), to: &bytes)
        case .summary(let kind):
            JSONText.append(kind.rawValue, to: &bytes)
            bytes.append(contentsOf: [UInt8(ascii: ":"), summaryMark, UInt8(kind.code)])
            if let items = entry.summaries[kind] { write(items.prefix(Summaries.longest), to: &bytes) }
        }
    }

    private static func write(_ items: ArraySlice<JSON>, to bytes: inout [UInt8]) {
        bytes.append(recordedMark)
        bytes.append(contentsOf: String(items.count).utf8)
        bytes.append(recordedMark)
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            item.write(to: &bytes)
        }
        bytes.append(recordedMark)
    }

    private static func member(_ name: String, _ value: JSON, to bytes: inout [UInt8]) {
        JSONText.append(name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        value.write(to: &bytes)
    }

    /// A summary as it was recorded in its object.
    struct Recorded {
        let count: Int
        /// The items, with commas between them.
        let items: Slice<UnsafeBufferPointer<UInt8>>
    }

    /// Fills every gap with the summary of its kind, made from the recorded one if there is any.
    static func fill(
        _ template: UnsafeBufferPointer<UInt8>, summary: (Kind, Recorded?, inout [UInt8]) throws -> Void
    ) rethrows -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(template.count * 3)
        var rest = template[...]
        while let mark = rest.firstIndex(of: summaryMark), mark + 1 < rest.endIndex {
            bytes.append(contentsOf: rest[..<mark])
            let code = Int(rest[mark + 1])
            rest = rest[(mark + 2)...]
            let recorded = takeRecorded(from: &rest)
            if let kind = Kind(key: code) { try summary(kind, recorded, &bytes) }
        }
        bytes.append(contentsOf: rest)
        return bytes
    }

    private static func takeRecorded(from rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Recorded? {
        guard rest.first == recordedMark, let middle = rest.dropFirst().firstIndex(of: recordedMark),
            let end = rest[(middle + 1)...].firstIndex(of: recordedMark)
        else { return nil }
        // Up to version 3 of the tables, the `available` that was recorded came first.
        let count = rest[(rest.startIndex + 1)..<middle].split(separator: UInt8(ascii: ",")).last
            .flatMap { Int(String(decoding: $0, as: UTF8.self)) }
        defer { rest = rest[(end + 1)...] }
        return count.map { Recorded(count: $0, items: rest[(middle + 1)..<end]) }
    }

    /// Reads the object of a template back, for its columns and the names in its summaries: its addresses are without the
    /// service's root. Nil if it is none.
    static func read(_ template: UnsafeBufferPointer<UInt8>, key: Int) -> Entry? {
        guard let kind = Kind(key: key) else { return nil }
        let bytes = fill(template) { _, recorded, bytes in
            bytes.append(contentsOf: #"{"items":["#.utf8)
            if let recorded { bytes.append(contentsOf: recorded.items) }
            bytes.append(contentsOf: "]}".utf8)
        }
        // A damaged field is served as it is, and no search finds it.
        guard case .object(let members)? = try? JSONParser.parse(bytes.filter { $0 != JSON.addressMark }) else {
            return nil
        }
        let fields = Dictionary(members.map { ($0.name, $0.value) }) { $1 }
        let summaries = ParsedRecord.summaries(fields, of: kind)
        return Entry(kind: kind, id: key / 8, fields: fields, links: ParsedRecord.links(fields, summaries, of: kind))
    }
}
