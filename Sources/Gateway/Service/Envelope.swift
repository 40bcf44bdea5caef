import Basics

/// The frame around every successful answer.
struct Envelope {
    let bytes: [UInt8]
    /// 40 hexadecimal digits that change with the content.
    let etag: String

    init(_ found: Archive.ListResult, offset: Int, limit: Int, attribution: Attribution, baseURL: String) {
        var content: [UInt8] = []
        content.reserveCapacity(found.results.count + found.results.count / 4 + 100)
        content.append(contentsOf: #""data":{"offset":\#(offset),"limit":\#(limit),"total":\#(found.total),"#.utf8)
        content.append(contentsOf: #""count":\#(found.count),"results":["#.utf8)
        Self.append(found.results, baseURL: baseURL, to: &content)
        content.append(contentsOf: "]}}".utf8)
        var head: [UInt8] = []
        JSON.object([
            JSON.Member("code", .integer(200)), JSON.Member("status", .string("Ok")),
            JSON.Member("copyright", .string(attribution.copyright)),
            JSON.Member("attributionText", .string(attribution.text)),
            JSON.Member("attributionHTML", .string(attribution.html)),
        ]).write(to: &head)
        etag = Hex.text(SHA1.hash(data: head + content))
        bytes = head.dropLast() + Array(#","etag":"\#(etag)","#.utf8) + content
    }

    /// Puts the address wherever the archive left its place.
    private static func append(_ results: [UInt8], baseURL: String, to content: inout [UInt8]) {
        let base = JSONText.quoted(baseURL).dropFirst().dropLast()
        var rest = results[...]
        while let mark = rest.firstIndex(of: JSON.addressMark) {
            content.append(contentsOf: rest[..<mark])
            content.append(contentsOf: base)
            rest = rest[(mark + 1)...]
        }
        content.append(contentsOf: rest)
    }
}
