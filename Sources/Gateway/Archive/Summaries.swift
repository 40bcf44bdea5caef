import Basics
import GRDB

/// Writes the first related objects of each object into its JSON.
///
/// All objects are gone through in the order of their keys, and with them the relations, once.
struct Summaries {
    /// As many items as the live service gave at most.
    static let longest = 20

    private struct Relation {
        let mention: SummaryIndex.Mention
        let isTold: Bool
        /// The role's range in `roles`.
        let role: Range<Int>
    }

    private let mentions: SummaryIndex
    private let links: RawStatement
    private var hasLink: Bool
    /// The key of the object whose relations have been read.
    private var subject: Int?
    /// By the code of their kind.
    private var relations = [[Relation]](repeating: [], count: 8)
    private var roles: [UInt8] = []

    /// For all objects, or for those whose keys meet the condition.
    init(_ db: Database, subjects condition: String?, _ mentions: SummaryIndex) throws {
        self.mentions = mentions
        let subjects = condition.map { "WHERE subject \($0)" } ?? ""
        links = try RawStatement(
            db, "SELECT subject, kind, object, role, told FROM link \(subjects) ORDER BY subject, kind, object")
        hasLink = try links.next()
    }

    /// Appends the summary of a kind that belongs into an object; the keys of objects may only grow.
    ///
    /// The recorded items come first, unchanged; then those that the archive knows because others name the object. As many are available as the list of these objects has, whatever was recorded.
    mutating func write(
        _ kind: Kind, _ recorded: Template.Recorded?, of key: Int, to bytes: inout [UInt8]
    ) throws {
        if subject != key { try read(key) }
        let told = recorded?.count ?? 0
        let known = relations[kind.code]
        let others = known.filter { recorded == nil || !$0.isTold }
        // Records of version 3 and earlier may name more objects than there are.
        let available = max(told, known.count)
        bytes.append(contentsOf: #"{"available":"#.utf8)
        bytes.append(contentsOf: String(available).utf8)
        bytes.append(contentsOf: #","collectionURI":""#.utf8)
        bytes.append(JSON.addressMark)
        let owner = Kind(key: key) ?? .characters
        bytes.append(contentsOf: "\(owner.path(key / 8))/\(kind.rawValue)".utf8)
        bytes.append(contentsOf: #"","items":["#.utf8)
        if let recorded { bytes.append(contentsOf: recorded.items) }
        write(others, to: &bytes, after: told, withRoles: kind == .creators)
        bytes.append(contentsOf: #"],"returned":"#.utf8)
        bytes.append(contentsOf: String(max(told, min(told + others.count, Self.longest))).utf8)
        bytes.append(UInt8(ascii: "}"))
    }

    /// Items in the order of titles, behind so many already there.
    private func write(_ relations: [Relation], to bytes: inout [UInt8], after told: Int, withRoles: Bool) {
        let sorted = relations.sorted {
            ($0.mention.titleRank, $0.mention.rank) < ($1.mention.titleRank, $1.mention.rank)
        }
        var isFirst = told == 0
        for relation in sorted.prefix(max(0, Self.longest - told)) {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            bytes.append(contentsOf: mentions.item(relation.mention))
            if withRoles {
                bytes.append(contentsOf: #","role":"#.utf8)
                roles[relation.role].withUnsafeBufferPointer { JSONText.append($0, to: &bytes) }
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// Reads the relations of an object to those that were recorded.
    private mutating func read(_ key: Int) throws {
        subject = key
        for code in relations.indices { relations[code].removeAll(keepingCapacity: true) }
        roles.removeAll(keepingCapacity: true)
        while hasLink, links.int(0) <= key {
            let kind = links.int(1)
            if links.int(0) == key, relations.indices.contains(kind), let mention = mentions[kind + links.int(2) * 8] {
                let start = roles.count
                roles.append(contentsOf: links.bytes(3))
                relations[kind].append(
                    Relation(mention: mention, isTold: links.int(4) != 0, role: start..<roles.count))
            }
            hasLink = try links.next()
        }
    }
}
