import FoundationEssentials
import Heroes
import Testing

@testable import Storage

@Suite struct WrittenFavouritesTests {
    private func line(_ favourite: Favourite) -> [UInt8] {
        var line = JSONLine()
        line.append(favourite)
        return line.bytes
    }

    private func list(_ bytes: [UInt8]) -> [Favourite]? {
        var lines = WrittenFavourites(bytes, from: 0)
        return lines.list()
    }

    @Test("lines are read as they were written, on every day of the calendar")
    func days() {
        // A step of a good 115 days passes every day of every month, leap days too.
        for seconds in stride(from: 0, to: 253_402_300_800, by: 10_000_019) {
            let favourite = Favourite(
                id: seconds, name: "Agent “\(seconds)”, née Δ 👩‍🚀",
                thumbnail: seconds % 2 == 0 ? nil : Thumbnail(path: "/images/characters/1", fileExtension: "svg"),
                added: Date(timeIntervalSince1970: Double(seconds)))
            if list(line(favourite)) != [favourite] { Issue.record("\(favourite)") }
        }
    }

    @Test("a name with escapes, and an unusual number, are read all the same")
    func unusual() throws {
        for (id, name) in [
            (1, #"the "Hero" \ of all"#), (2, "two\nlines\u{1}"), (-3, "below"), (.max, ""), (.min, "a"),
        ] {
            let kept = FavouriteList(ordered: [
                Favourite(id: id, name: name, thumbnail: nil, added: Date(timeIntervalSince1970: 1_700_000_000))
            ])
            #expect(FavouritesFormat.decode(try FavouritesFormat.encode(kept)) == .list(kept))
        }
    }

    @Test(
        "a file that says the same in other words is read the same",
        arguments: [
            #"{"id":7,"added":"2023-11-14T22:13:20Z","name":"Nova"}"#,
            #"{ "added": "2023-11-14T22:13:20Z", "id": 7, "name": "Nova" }"#,
            #"{"added":"2023-11-14T22:13:20Z","id":7,"name":"\u004eova"}"#,
            #"{"added":"2023-11-14T22:13:20Z","id":7,"name":"Nova","team":"none"}"#,
            #"{"added":"2023-11-14T22:13:20Z","id":7,"name":"Nova"}"#,
        ])
    func otherWords(line: String) {
        let checksum = FavouritesFormat.checksum(Array((line + "\n").utf8))
        let header = #"{"version": 1, "checksum": "\#(checksum)", "count": 1}"#
        let nova = Favourite(
            id: 7, name: "Nova", thumbnail: nil, added: Date(timeIntervalSince1970: 1_700_000_000))
        #expect(
            FavouritesFormat.decode(Array("\(header)\n\(line)\n".utf8)) == .list(FavouriteList(ordered: [nova])))
    }

    @Test("whatever stands in a line instead, what is made of it is the same when it is written, or does not count")
    func everyByte() throws {
        let bytes = line(
            Favourite(
                id: 1_009_610, name: "Nova", thumbnail: Thumbnail(path: "/a", fileExtension: "svg"),
                added: Date(timeIntervalSince1970: 1_700_000_000)))
        for index in bytes.indices {
            for byte in UInt8.min ... .max {
                var changed = bytes
                changed[index] = byte
                guard let found = list(changed), found.flatMap(line) == changed else { continue }
                let checksum = FavouritesFormat.checksum(changed)
                let header = #"{ "version": 1, "checksum": "\#(checksum)", "count": \#(found.count) }"#
                let read = FavouritesFormat.decode(Array("\(header)\n".utf8) + changed)
                if read != .list(FavouriteList(ordered: found)) { Issue.record("\(index), \(byte): \(read)") }
            }
        }
    }
}
