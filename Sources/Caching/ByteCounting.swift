import Basics
import Heroes

/// Knows how many bytes of memory it takes, those that it refers to included, as malloc gives them out.
protocol ByteCounting: Sendable {
    var byteCount: Int { get }
    /// Itself, where it is a hero.
    var hero: Hero? { get }
}

extension ByteCounting {
    var hero: Hero? { nil }
}

/// Bytes that Swift's runtime and glibc's malloc take on a 64-bit machine.
enum HeapBytes {
    /// A block of so many bytes: with malloc's own 8, in steps of 16, at least 32.
    static func block(_ bytes: Int) -> Int { max(32, (bytes + 8 + 15) & ~15) }

    /// The characters of a text; up to 15 bytes stand in the string itself.
    static func text(_ text: String?) -> Int {
        guard let count = text?.utf8.count, count > 15 else { return 0 }
        return block(32 + count + 1)
    }

    /// The elements of an array, with what each refers to; an empty one has none.
    static func array<Element>(_ elements: [Element], _ byteCount: (Element) -> Int) -> Int {
        elements.isEmpty ? 0 : elements.reduce(block(32)) { $0 + byteCount($1) }
    }

    /// The box of a value whose type is only known while the program runs.
    static func box<Value>(_ type: Value.Type) -> Int { block(16 + MemoryLayout<Value>.size) }
}

extension Slice: ByteCounting where Item: ByteCounting {
    var byteCount: Int {
        HeapBytes.box(Self.self) + HeapBytes.array(items, \.byteCount) + HeapBytes.text(attribution.html)
            + HeapBytes.text(version?.mark)
    }
}

extension Attributed: ByteCounting where Value: ByteCounting {
    var byteCount: Int {
        HeapBytes.box(Self.self) + value.byteCount + HeapBytes.text(attribution.html) + HeapBytes.text(version?.mark)
    }
}

extension Thumbnail {
    fileprivate var heapBytes: Int { HeapBytes.text(path) + HeapBytes.text(fileExtension) }
}

extension Hero: ByteCounting {
    var byteCount: Int {
        MemoryLayout<Hero>.stride + HeapBytes.text(name) + HeapBytes.text(description) + (thumbnail?.heapBytes ?? 0)
            + HeapBytes.array(links) {
                MemoryLayout<Link>.stride + HeapBytes.text($0.kind) + HeapBytes.text($0.url)
            }
    }

    var hero: Hero? { self }
}

extension Work: ByteCounting {
    var byteCount: Int {
        MemoryLayout<Work>.stride + HeapBytes.text(title) + HeapBytes.text(description) + (thumbnail?.heapBytes ?? 0)
            + HeapBytes.array(heroes) { MemoryLayout<Mention>.stride + HeapBytes.text($0.name) }
    }
}

extension Question {
    /// Bytes that it refers to: its own are a part of the table that it is a key of.
    var byteCount: Int {
        if case .heroes(let query) = self { HeapBytes.text(query.nameStartsWith) } else { 0 }
    }
}

extension LRUCache {
    /// Bytes of the tables for each value, beside what key and value refer to: arrays and dictionaries are up to twice
    /// as large as what is in them.
    static var bytesPerValue: Int { 2 * (nodeLength + MemoryLayout<Key>.stride + MemoryLayout<Int>.stride) }
}
