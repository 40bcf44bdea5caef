import Glibc

/// The contents of files, and the names, that a walk has met. Each has a number, because comparing and storing states of
/// a disk is most of its work.
final class Contents {
    struct Content: Hashable {
        var bytes: [UInt8] = []
        /// The modification time in seconds since 1970.
        var time = 0
    }

    enum Change: Hashable {
        /// Writes the bytes with a number at the beginning of the file.
        case write(Int, time: Int)
        case truncate(Int)
        case touch(Int)
    }

    private struct Step: Hashable {
        let before: Int
        let change: Change
    }

    static let nameLimit = 12
    /// The bytes of a write after which it may be torn: in the header, and in the favourites.
    private static let tears = [64, 200]

    private(set) var names: [String] = []
    private var nameNumbers: [String: Int] = [:]
    /// The first one is empty.
    private(set) var all = [Content()]
    private var numbers = [Content(): 0]
    private var writes: [[UInt8]] = []
    private var steps: [Step: (after: Int, survivors: [Int])] = [:]

    func number(of name: String) -> Int {
        if let known = nameNumbers[name] { return known }
        precondition(names.count < Self.nameLimit, "too many names: \(names), \(name)")
        names.append(name)
        nameNumbers[name] = names.count - 1
        return names.count - 1
    }

    func number(of bytes: UnsafeRawBufferPointer) -> Int {
        guard let start = bytes.baseAddress else { return 0 }
        let known = writes.firstIndex { $0.count == bytes.count && memcmp($0, start, bytes.count) == 0 }
        if let known { return known }
        writes.append(Array(bytes))
        return writes.count - 1
    }

    /// Returns the content after a change, and what a crash may leave of a change that was made but not synced.
    func step(_ before: Int, _ change: Change) -> (after: Int, survivors: [Int]) {
        let step = Step(before: before, change: change)
        if let known = steps[step] { return known }
        let content = all[before]
        var contents: [Content] = []
        switch change {
        case .write(let number, let time):
            let new = writes[number]
            for part in [new] + Self.tears.map({ Array(new.prefix($0)) }) {
                contents.append(Content(bytes: part + content.bytes.dropFirst(part.count), time: time))
            }
            contents += [Content(time: time), Content(bytes: new.map { _ in 0 }, time: time)]
        case .truncate(let size):
            let zeros = [UInt8](repeating: 0, count: max(size - content.bytes.count, 0))
            contents = [Content(bytes: content.bytes.prefix(size) + zeros, time: content.time)]
        case .touch(let time): contents = [Content(bytes: content.bytes, time: time)]
        }
        let survivors = contents.map(number)
        steps[step] = (survivors[0], survivors)
        return (survivors[0], survivors)
    }

    private func number(of content: Content) -> Int {
        if let known = numbers[content] { return known }
        all.append(content)
        numbers[content] = all.count - 1
        return all.count - 1
    }
}
