import Basics
import FoundationEssentials

/// The format of files and rows of favourites: JSON lines, a header and one favourite per line, newest first.
///
/// The header's checksum is the SHA-256 of all following lines, as from `tail -n +2 FILE | sha256sum`.
package enum FavouritesFormat {
    static let version = 1
    /// The maximum size in bytes; 1,000 favourites with the longest known names take a twentieth of it.
    package static let sizeLimit = 4 << 20

    /// The decoded content of a file.
    package enum Content: Equatable {
        case list(FavouriteList)
        case damaged(String)
        /// Written by a later version of the program.
        case laterVersion(Int)
    }

    /// A favourite; its time was in whole seconds before milliseconds were added.
    private struct Line: Decodable {
        let id: Hero.ID
        let name: String
        let thumbnail: Thumbnail?
        let added: Date
        let milliseconds: Int?

        var favourite: Favourite {
            let time = Date(milliseconds: added.milliseconds + (milliseconds ?? 0))
            return Favourite(id: id, name: name, thumbnail: thumbnail, added: time)
        }
    }

    private struct Header: Decodable {
        let version: Int
        let checksum: String
    }

    /// Encodes a list. Every change encodes up to 1,000 lines, and this takes a tenth of JSONEncoder's time.
    package static func encode(_ list: FavouriteList) throws(FavouritesError) -> [UInt8] {
        var lines: [UInt8] = []
        lines.reserveCapacity(list.favourites.count * 160)
        for favourite in list.favourites { append(favourite, to: &lines) }
        let header = #"{"checksum":"\#(checksum(lines))","count":\#(list.favourites.count),"version":\#(version)}"#
        guard header.utf8.count + lines.count < sizeLimit else {
            throw .unavailable("the favourites exceed \(sizeLimit) bytes")
        }
        return header.utf8 + [newline] + lines
    }

    /// Appends a line with sorted keys.
    private static func append(_ favourite: Favourite, to lines: inout [UInt8]) {
        lines += #"{"added":""#.utf8
        let milliseconds = favourite.added.milliseconds
        lines.append(timestamp: milliseconds / 1000)
        lines += #"","id":\#(favourite.id),"#.utf8
        if milliseconds % 1000 > 0 { lines += #""milliseconds":\#(milliseconds % 1000),"#.utf8 }
        lines += #""name":"#.utf8
        JSONText.append(favourite.name, to: &lines)
        if let thumbnail = favourite.thumbnail {
            lines += #","thumbnail":{"fileExtension":"#.utf8
            JSONText.append(thumbnail.fileExtension, to: &lines)
            lines += #","path":"#.utf8
            JSONText.append(thumbnail.path, to: &lines)
            lines += "}".utf8
        }
        lines += "}\n".utf8
    }

    package static func decode(_ bytes: [UInt8]) -> Content {
        guard let end = bytes.firstIndex(of: newline) else { return .damaged("the header is incomplete") }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        // All decoding errors of the header are damage.
        guard let header = try? decoder.decode(Header.self, from: Data(bytes[..<end])) else {
            return .damaged("the header is unreadable")
        }
        guard header.version <= version else { return .laterVersion(header.version) }
        let lines = bytes[(end + 1)...]
        guard checksum(lines) == header.checksum else { return .damaged("the checksum is wrong") }
        do {
            let favourites = try lines.split(separator: newline).map { line in
                try decoder.decode(Line.self, from: Data(line)).favourite
            }
            return .list(FavouriteList(ordered: favourites))
        } catch {
            return .damaged("a line is unreadable: \(error)")
        }
    }

    private static let newline = UInt8(ascii: "\n")

    static func checksum(_ lines: some Collection<UInt8>) -> String { Hex.text(SHA256.hash(data: lines)) }
}
