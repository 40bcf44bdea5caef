import Basics
import Heroes

/// Bytes that Swift's runtime and glibc's malloc take on a 64-bit machine.
enum HeapBytes {
    /// Returns the bytes of a block: with malloc's own 8, in steps of 16, at least 32.
    static func block(_ bytes: Int) -> Int { max(32, (bytes + 8 + 15) & ~15) }

    /// Returns the bytes of a text's characters; up to 15 bytes are stored in the string itself.
    static func text(_ text: String?) -> Int {
        guard let count = text?.utf8.count, count > 15 else { return 0 }
        return block(32 + count + 1)
    }

    /// Returns the bytes of an array's elements, with those that each refers to; an empty one has none.
    static func array<Element>(_ elements: [Element], _ heapBytes: (Element) -> Int) -> Int {
        elements.isEmpty
            ? 0 : elements.reduce(block(32)) { $0 + MemoryLayout<Element>.stride + heapBytes($1) }
    }
}

extension Answer {
    /// Bytes of memory that it refers to.
    var heapBytes: Int {
        switch self {
        case .heroes(let list): list.heapBytes(\.heapBytes)
        case .hero(let hero):
            HeapBytes.block(16 + MemoryLayout<Attributed<Hero>>.size) + hero.value.heapBytes
                + HeapBytes.text(hero.attribution.html) + HeapBytes.text(hero.version?.mark)
        case .works(let list): list.heapBytes(\.heapBytes)
        }
    }
}

extension ListPage {
    fileprivate func heapBytes(_ item: (Item) -> Int) -> Int {
        HeapBytes.block(16 + MemoryLayout<Self>.size) + HeapBytes.array(items, item)
            + HeapBytes.text(attribution.html) + HeapBytes.text(version?.mark)
    }
}

extension Thumbnail {
    fileprivate var heapBytes: Int { HeapBytes.text(path) + HeapBytes.text(fileExtension) }
}

extension Hero {
    var heapBytes: Int {
        HeapBytes.text(name) + HeapBytes.text(description) + (thumbnail?.heapBytes ?? 0)
            + HeapBytes.array(links) { HeapBytes.text($0.kind) + HeapBytes.text($0.url) }
    }
}

extension Work {
    fileprivate var heapBytes: Int {
        HeapBytes.text(title) + HeapBytes.text(description) + (thumbnail?.heapBytes ?? 0)
            + HeapBytes.array(heroes) { HeapBytes.text($0.name) }
    }
}

extension CacheKey {
    /// Bytes of memory that it refers to: its own are a part of the table that it is a key of.
    var heapBytes: Int {
        if case .heroes(let query) = self { HeapBytes.text(query.nameStartsWith) } else { 0 }
    }
}

extension LRUCache {
    /// Bytes of the tables for each value, beside those that key and value refer to: arrays and dictionaries are up to
    /// twice as large as their content.
    static var bytesPerValue: Int { 2 * (nodeLength + MemoryLayout<Key>.stride + MemoryLayout<Int>.stride) }
}
