import Basics

/// An object's JSON with gaps for the summaries of its relations.
///
/// Summaries depend on other objects, so they are filled in after an addition; then a request only reads the body.
enum RecordTemplate {
    /// The byte before a kind's code, in place of the kind's summary.
    static let summaryMark: UInt8 = 0x02
    /// The byte around the number and after the items of a recorded summary, which follows its gap.
    static let recordedMark: UInt8 = 0x03

    static func write(_ entry: ArchiveEntry) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, field) in entry.kind.fields.enumerated() {
            bytes.append(UInt8(ascii: index == 0 ? "{" : ","))
            write(field, of: entry, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    private static func write(_ field: RecordField, of entry: ArchiveEntry, to bytes: inout [UInt8]) {
        switch field {
        case .id: JSON.Member("id", .integer(entry.id)).write(to: &bytes)
        case .plain(let name, _, let value): JSON.Member(name, entry.fields[name] ?? value).write(to: &bytes)
        case .resourceURI: JSON.Member("resourceURI", .localURL(entry.kind.path(entry.id))).write(to: &bytes)
        case .summary(let kind):
            JSONText.append(kind.rawValue, to: &bytes)
            bytes.append(contentsOf: [UInt8(ascii: ":"), summaryMark, UInt8(kind.code)])
            if let items = entry.summaries[kind] { write(items.prefix(SummaryWriter.itemLimit), to: &bytes) }
        }
    }

    private static func write(_ items: ArraySlice<JSON>, to bytes: inout [UInt8]) {
        bytes.append(recordedMark)
        bytes.append(contentsOf: String(items.count).utf8)
        bytes.append(recordedMark)
        JSON.write(items, to: &bytes) { $0.write(to: &$1) }
        bytes.append(recordedMark)
    }

    /// An object's summary as recorded.
    struct RecordedSummary {
        let count: Int
        /// The items, separated by commas.
        let items: Slice<UnsafeBufferPointer<UInt8>>
    }

    /// Fills every gap with the summary of its kind; `summary` receives the recorded one, if any.
    static func fill(
        _ template: UnsafeBufferPointer<UInt8>, summary: (Kind, RecordedSummary?, inout [UInt8]) throws -> Void
    ) rethrows -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(template.count * 3)
        var remainder = template[...]
        while let mark = remainder.firstIndex(of: summaryMark), mark + 1 < remainder.endIndex {
            bytes.append(contentsOf: remainder[..<mark])
            let code = Int(remainder[mark + 1])
            remainder = remainder[(mark + 2)...]
            let recorded = parseRecordedSummary(&remainder)
            if let kind = Kind(code: code) { try summary(kind, recorded, &bytes) }
        }
        bytes.append(contentsOf: remainder)
        return bytes
    }

    private static func parseRecordedSummary(
        _ bytes: inout Slice<UnsafeBufferPointer<UInt8>>
    ) -> RecordedSummary? {
        guard bytes.first == recordedMark, let middle = bytes.dropFirst().firstIndex(of: recordedMark),
            let end = bytes[(middle + 1)...].firstIndex(of: recordedMark)
        else { return nil }
        // Up to version 3 of archives, the recorded total and a comma came first.
        let count = bytes[(bytes.startIndex + 1)..<middle].split(separator: UInt8(ascii: ",")).last
            .flatMap { Int(String(decoding: $0, as: UTF8.self)) }
        defer { bytes = bytes[(end + 1)...] }
        return count.map { RecordedSummary(count: $0, items: bytes[(middle + 1)..<end]) }
    }

    /// Parses the object of a template, by default without its summaries; nil if it cannot be parsed.
    static func parse(_ template: UnsafeBufferPointer<UInt8>, withSummaries: Bool = false) -> JSON? {
        let bytes = fill(template) { _, recorded, bytes in
            guard withSummaries, let recorded else { return bytes.append(contentsOf: "null".utf8) }
            bytes.append(contentsOf: #"{"items":["#.utf8)
            bytes.append(contentsOf: recorded.items)
            bytes.append(contentsOf: "]}".utf8)
        }
        // A damaged record is served as it is, and no search finds it.
        return try? JSONParser.parse(bytes.filter { $0 != JSON.baseURLMark })
    }
}
