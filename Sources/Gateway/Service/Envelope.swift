import Basics

/// The JSON envelope of every successful response.
struct Envelope {
    let bytes: [UInt8]
    /// 40 hexadecimal digits that change with the content.
    let etag: String

    init(_ list: Archive.ListResult, offset: Int, limit: Int, baseURL: String) {
        let attribution = list.isFromMarvel ? AttributionTexts.marvel : .catalogue
        var content: [UInt8] = []
        content.reserveCapacity(list.results.count + list.results.count / 4 + 100)
        content.append(contentsOf: #""data":{"offset":\#(offset),"limit":\#(limit),"total":\#(list.total),"#.utf8)
        content.append(contentsOf: #""count":\#(list.count),"results":["#.utf8)
        Self.append(list.results, baseURL: baseURL, to: &content)
        content.append(UInt8(ascii: "]"))
        Self.append(list.extra, baseURL: baseURL, to: &content)
        content.append(contentsOf: "}}".utf8)
        var head: [UInt8] = []
        let members: JSON = [
            "code": .integer(200), "status": "Ok", "copyright": .string(attribution.copyright),
            "attributionText": .string(attribution.text), "attributionHTML": .string(attribution.html),
        ]
        members.write(to: &head)
        etag = Hex.text(SHA256.hash(data: head + content).prefix(20))
        bytes = head.dropLast() + Array(#","etag":"\#(etag)","#.utf8) + content
    }

    /// Appends the results with every `JSON.baseURLMark` replaced by the base URL.
    private static func append(_ results: [UInt8], baseURL: String, to content: inout [UInt8]) {
        let base = JSONText.quoted(baseURL).dropFirst().dropLast()
        var remainder = results[...]
        while let mark = remainder.firstIndex(of: JSON.baseURLMark) {
            content.append(contentsOf: remainder[..<mark])
            content.append(contentsOf: base)
            remainder = remainder[(mark + 1)...]
        }
        content.append(contentsOf: remainder)
    }
}

/// The attribution of a response's data, part of every envelope.
struct AttributionTexts: Hashable, Sendable {
    let copyright: String
    let text: String
    let html: String

    /// The attribution of recorded responses, as the live service worded it.
    static let marvel = AttributionTexts(
        copyright: "© 2026 MARVEL", text: "Data provided by Marvel. © 2026 MARVEL",
        html: #"<a href="http://marvel.com">Data provided by Marvel. © 2026 MARVEL</a>"#)

    /// The attribution of the bundled catalogue: only its texts and pictures are the project's own.
    static let catalogue = AttributionTexts(
        copyright: "Characters © 2026 MARVEL",
        text: "Texts and art by MarvelHeroes. Characters © 2026 MARVEL",
        html: #"Texts and art by MarvelHeroes. Characters <a href="https://www.marvel.com">© 2026 MARVEL</a>"#)
}
