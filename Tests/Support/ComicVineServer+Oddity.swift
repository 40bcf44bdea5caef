import Foundation

extension ComicVineServer {
    /// A change to answers, which then contradict themselves or what is known.
    package enum Oddity: Sendable, Equatable {
        /// Lists without these ids.
        case without(Set<Int>)
        /// Objects with this field null.
        case null(String)
        /// Objects with this name.
        case named(String)
        /// Objects with a raw control character in the name.
        case rawNewline
        /// Names with a byte that is not UTF-8.
        case invalidUTF8
        /// A total, and no results.
        case totalOnly
        /// Neither a total nor results.
        case empty
        /// The first elements of a list, and of the lists in an object.
        case first(Int)
        /// Each element of a list, and of the lists in an object, twice.
        case repeated
        /// The first page of a list in place of each page.
        case ignoredOffset
        /// Only the ids of objects.
        case idsOnly

        func results(_ records: [Record], isList: Bool) -> [Record] {
            switch self {
            case .totalOnly, .empty: isList ? [] : records
            case .first, .repeated: (isList ? change(records) : records).map(changingLists)
            case .without(let ids): isList ? records.filter { !ids.contains($0["id"] as? Int ?? 0) } : records
            case .null(let field): records.map { $0.merging([field: NSNull()]) { $1 } }
            case .named(let name): records.map { $0.merging(["name": name]) { $1 } }
            case .rawNewline, .invalidUTF8: records.map { $0.merging(["name": "\($0["name"] ?? "")@@"]) { $1 } }
            case .idsOnly: records.map { $0.filter { $0.key == "id" } }
            case .ignoredOffset: records
            }
        }

        func total(_ total: Int, _ count: Int) -> Int {
            switch self {
            case .without: min(total, count)
            case .totalOnly: 5140
            case .empty: 0
            default: total
            }
        }

        func bytes(_ body: [UInt8]) -> [UInt8] {
            switch self {
            case .rawNewline: Array(String(decoding: body, as: UTF8.self).replacing("@@", with: "\n\u{0}").utf8)
            case .invalidUTF8: body.map { $0 == UInt8(ascii: "@") ? 0xFF : $0 }
            default: body
            }
        }

        private func change<Element>(_ list: [Element]) -> [Element] {
            if case .first(let count) = self { Array(list.prefix(count)) } else { list.flatMap { [$0, $0] } }
        }

        private func changingLists(_ record: Record) -> Record {
            record.mapValues { value in (value as? [Any]).map(change) ?? value }
        }
    }
}
