import Basics
import HTTP

/// What a field means to the server itself.
enum FieldMeaning: Equatable {
    case host, contentLength, transferEncoding, connection, expect
    /// No list, so that of two of them each reader would take another; with a number of its own.
    case single(UInt8)
    /// Would be taken for another field where names become those of variables.
    case lookalike
    case other

    init(_ name: Range<Int>, in head: [UInt8]) {
        self =
            Self.known[min(name.count, Self.known.count - 1)]
            .first { $0.name.isEqual(to: head, at: name.lowerBound) }?.meaning ?? .other
    }

    private struct Known {
        let name: LowercaseName
        let meaning: FieldMeaning
    }

    /// By the length of their names; the last list is empty and stands for all that are longer.
    private static let known: [[Known]] = {
        let names: [(StaticString, FieldMeaning)] = [
            ("host", .host), ("content-length", .contentLength), ("transfer-encoding", .transferEncoding),
            ("connection", .connection), ("expect", .expect),
            ("content-type", .single(0)), ("content-range", .single(1)), ("authorization", .single(2)),
            ("range", .single(3)), ("if-range", .single(4)), ("if-modified-since", .single(5)),
            ("if-unmodified-since", .single(6)),
            ("content_length", .lookalike), ("transfer_encoding", .lookalike),
        ]
        var lists = [[Known]](repeating: [], count: 21)
        for (name, meaning) in names {
            lists[name.utf8CodeUnitCount].append(Known(name: LowercaseName(text: name), meaning: meaning))
        }
        return lists
    }()
}

/// A name in small letters that is looked for among bytes of any case.
private struct LowercaseName {
    let text: StaticString

    /// Whether these are the bytes from an index on, as many as the name has.
    func isEqual(to bytes: [UInt8], at start: Int) -> Bool {
        (0..<text.utf8CodeUnitCount).allSatisfy { bytes[start + $0].lowercased == text.utf8Start[$0] }
    }
}
