import Basics
import FoundationEssentials
import Heroes

/// A visitor's file: JSON lines, a header and then a favourite a line, newest first.
///
/// The header's checksum is the SHA-256 of all that follows it, so `tail -n +2 FILE | sha256sum` shows the same.
enum FavouritesFormat {
    static let version = 1
    /// A larger file is none of ours; 1,000 favourites with the longest known names take a twentieth of this.
    static let sizeLimit = 4 << 20

    /// What a file's bytes turn out to be.
    enum Content: Equatable {
        case list(FavouriteList)
        case damaged(String)
        /// Written by a later version of the program, not ours to judge.
        case laterVersion(Int)
    }

    private struct Header: Decodable {
        let version: Int
        let checksum: String
    }

    private struct Line: Decodable {
        let id: Hero.ID
        let name: String
        let thumbnail: Thumbnail?
        let added: Date
    }

    /// Written by hand: this is done for every change, of up to 1,000 lines, and takes a tenth of JSONEncoder's time.
    static func encode(_ list: FavouriteList) throws(FavouritesError) -> [UInt8] {
        var lines: [UInt8] = []
        lines.reserveCapacity(list.favourites.count * 160)
        for favourite in list.favourites { append(favourite, to: &lines) }
        let header = #"{"checksum":"\#(checksum(lines))","count":\#(list.favourites.count),"version":\#(version)}"#
        guard header.utf8.count + lines.count < sizeLimit else {
            throw .unavailable("the favourites are too long to keep")
        }
        return header.utf8 + [newline] + lines
    }

    /// Appends a line with its keys in the order of the alphabet.
    private static func append(_ favourite: Favourite, to lines: inout [UInt8]) {
        lines += #"{"added":""#.utf8
        lines.append(timestamp: Int(favourite.added.timeIntervalSince1970))
        lines += #"","id":\#(favourite.id),"name":"#.utf8
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

    static func decode(_ bytes: [UInt8]) -> Content {
        guard let end = bytes.firstIndex(of: newline) else { return .damaged("it has no whole header") }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        // Any way in which the header is no header means the same.
        guard let header = try? decoder.decode(Header.self, from: Data(bytes[..<end])) else {
            return .damaged("its header cannot be read")
        }
        guard header.version <= version else { return .laterVersion(header.version) }
        let rest = bytes[(end + 1)...]
        guard checksum(rest) == header.checksum else { return .damaged("its checksum is wrong") }
        do {
            let favourites = try rest.split(separator: newline).map { line in
                let line = try decoder.decode(Line.self, from: Data(line))
                return Favourite(id: line.id, name: line.name, thumbnail: line.thumbnail, added: line.added)
            }
            return .list(FavouriteList(ordered: favourites))
        } catch {
            return .damaged("a line cannot be read: \(error)")
        }
    }

    private static let newline = UInt8(ascii: "\n")

    static func checksum(_ lines: some Collection<UInt8>) -> String { Hex.text(SHA256.hash(data: lines)) }
}
