import Basics
import HTTP

/// The fields that the server itself interprets.
enum KnownHeader: Equatable {
    case host, contentLength, transferEncoding, connection, expect
    /// A singleton field: of two of them each parser could use another. Each has its own number.
    case singleton(UInt8)
    /// An underscore for a hyphen: the field is read as another one by programs that map names to variables.
    case underscoreVariant
    case other

    init(_ name: Range<Int>, in head: [UInt8]) {
        self =
            Self.known[min(name.count, Self.known.count - 1)]
            .first { $0.name.isEqual(to: head, at: name.lowerBound) }?.meaning ?? .other
    }

    private struct Known {
        let name: LowercaseName
        let meaning: KnownHeader
    }

    /// The fields by the length of their names; the last list is empty and is used for all longer names.
    private static let known: [[Known]] = {
        let names: [(StaticString, KnownHeader)] = [
            ("host", .host), ("content-length", .contentLength), ("transfer-encoding", .transferEncoding),
            ("connection", .connection), ("expect", .expect),
            ("content-type", .singleton(0)), ("content-range", .singleton(1)), ("authorization", .singleton(2)),
            ("range", .singleton(3)), ("if-range", .singleton(4)), ("if-modified-since", .singleton(5)),
            ("if-unmodified-since", .singleton(6)),
            ("content_length", .underscoreVariant), ("transfer_encoding", .underscoreVariant),
        ]
        var lists = [[Known]](repeating: [], count: 21)
        for (name, meaning) in names {
            lists[name.utf8CodeUnitCount].append(Known(name: LowercaseName(text: name), meaning: meaning))
        }
        return lists
    }()
}

/// A name in lower case that is compared without regard to case.
private struct LowercaseName {
    let text: StaticString

    /// Returns true if the bytes at an index are the name.
    func isEqual(to bytes: [UInt8], at start: Int) -> Bool {
        (0..<text.utf8CodeUnitCount).allSatisfy { bytes[start + $0].lowercased == text.utf8Start[$0] }
    }
}
