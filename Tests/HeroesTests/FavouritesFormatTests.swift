import FoundationEssentials
import Support
import Testing

@testable import Heroes

@Suite struct FavouritesFormatTests {
    @Test("the file is readable JSON lines")
    func text() throws {
        var list = FavouriteList()
        for id in 1...2 {
            let thumbnail = id == 1 ? nil : Thumbnail(path: "/static/portraits/2", fileExtension: "svg")
            let added = Date(timeIntervalSince1970: 1_700_000_000.5 + Double(id))
            list = try list.adding(Favourite(id: id, name: "Hero \(id)", thumbnail: thumbnail, added: added))
        }
        let text = String(decoding: try FavouritesFormat.encode(list), as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        try #require(lines.count == 4)
        #expect(lines[0].hasPrefix(#"{"checksum":""#))
        #expect(lines[0].hasSuffix(#"","count":2,"version":1}"#))
        #expect(
            lines[1] == """
                {"added":"2023-11-14T22:13:22Z","id":2,"milliseconds":500,"name":"Hero 2",\
                "thumbnail":{"fileExtension":"svg","path":"/static/portraits/2"}}
                """)
        #expect(lines[2] == #"{"added":"2023-11-14T22:13:21Z","id":1,"milliseconds":500,"name":"Hero 1"}"#)
        #expect(lines[3] == "")
    }

    @Test("the checksum matches sha256sum of the lines after the header")
    func checksum() throws {
        let text = String(decoding: try FavouritesFormat.encode(FavouriteList()), as: UTF8.self)
        #expect(text.contains("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"))
    }

    @Test("encoding and decoding returns the same list")
    func roundTrip() throws {
        var list = FavouriteList()
        for id in 0..<1000 { list = try list.adding(.example(id, after: Double(id % 7) * 1e8)) }
        #expect(FavouritesFormat.decode(try FavouritesFormat.encode(list)) == .list(list))
    }

    @Test("other JSON decoders read the same names and times")
    func otherReaders() throws {
        struct Line: Decodable { let name: String, added: Date }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let names = (0..<0x300).compactMap(Unicode.Scalar.init).map { "a\($0)b" } + ["", "\u{2028}", "👩‍🚀", "e\u{301}"]
        for (number, name) in names.enumerated() {
            // Steps of more than 95 days cover all kinds of calendar days up to the year 9999.
            let seconds = Double(number) * 253_402_300_799 / Double(names.count - 1)
            let added = Date(timeIntervalSince1970: seconds.rounded(.down))
            let favourite = Favourite(id: number, name: name, thumbnail: nil, added: added)
            let file = try FavouritesFormat.encode(FavouriteList(ordered: [favourite]))
            let line = file.split(separator: UInt8(ascii: "\n"))[1]
            let read = try decoder.decode(Line.self, from: Data(line))
            #expect(read.name.unicodeScalars.elementsEqual(name.unicodeScalars))
            #expect(read.added == added)
        }
    }

    @Test("every changed byte is detected")
    func everyByte() throws {
        var list = FavouriteList()
        list = try list.adding(.example(1))
        let bytes = try FavouritesFormat.encode(list)
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            if case .list(let decoded) = FavouritesFormat.decode(changed) { #expect(decoded == list, "byte \(index)") }
        }
    }

    @Test("every truncation is detected")
    func everyLength() throws {
        var list = FavouriteList()
        for id in 1...2 { list = try list.adding(.example(id)) }
        let bytes = try FavouritesFormat.encode(list)
        for length in 0..<bytes.count {
            guard case .damaged = FavouritesFormat.decode(Array(bytes.prefix(length))) else {
                Issue.record("\(length) of \(bytes.count) bytes are accepted")
                return
            }
        }
    }
}

extension FavouriteList {
    fileprivate func adding(_ favourite: Favourite) throws(FavouritesError) -> FavouriteList {
        try .after(.add([favourite], onlyExisting: false), of: self, limit: 1000) ?? self
    }
}
