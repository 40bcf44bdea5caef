import Basics
import Heroes

/// Sizes of heap allocations by Swift's runtime and glibc's malloc on a 64-bit machine.
enum HeapBytes {
    /// Returns the bytes of a block: with malloc's header of 8, in steps of 16, at least 32.
    static func block(_ bytes: Int) -> Int { max(32, (bytes + 8 + 15) & ~15) }

    /// Returns the bytes of a text's characters; up to 15 bytes are stored in the string itself.
    static func text(_ text: String?) -> Int {
        guard let count = text?.utf8.count, count > 15 else { return 0 }
        return block(32 + count + 1)
    }

    /// Returns the bytes of an array's elements and their heap bytes; 0 for an empty array.
    static func array<Element>(_ elements: [Element], _ heapBytes: (Element) -> Int) -> Int {
        elements.isEmpty
            ? 0 : elements.reduce(block(32)) { $0 + MemoryLayout<Element>.stride + heapBytes($1) }
    }
}

extension SourceResponse {
    /// The bytes of heap memory that it references.
    var heapBytes: Int {
        switch self {
        case .heroes(let list): list.heapBytes(\.heapBytes)
        case .hero(let hero): hero.heapBytes(\.heapBytes)
        case .works(let list): list.heapBytes(\.heapBytes)
        case .work(let work): work.heapBytes(\.heapBytes)
        case .matches(let list): list.heapBytes { $0.hero.heapBytes + $0.reason.heapBytes }
        }
    }
}

extension Attributed {
    fileprivate func heapBytes(_ bytes: (Value) -> Int) -> Int {
        HeapBytes.block(16 + MemoryLayout<Self>.size) + bytes(value) + HeapBytes.text(attribution.html)
            + HeapBytes.text(version?.etag)
    }
}

extension SearchMatch.Reason {
    fileprivate var heapBytes: Int {
        switch self {
        case .alias(let text), .similar(let text): HeapBytes.text(text)
        case .name, .description: 0
        }
    }
}

extension WorkReference {
    fileprivate var heapBytes: Int { HeapBytes.text(title) }
}

extension HeroFacts {
    fileprivate var heapBytes: Int {
        HeapBytes.text(realName) + HeapBytes.array(aliases, HeapBytes.text) + HeapBytes.array(teams, HeapBytes.text)
            + (firstAppearance?.heapBytes ?? 0)
    }
}

extension ListPage {
    fileprivate func heapBytes(_ item: (Item) -> Int) -> Int {
        HeapBytes.block(16 + MemoryLayout<Self>.size) + HeapBytes.array(items, item)
            + HeapBytes.text(attribution.html) + HeapBytes.text(version?.etag)
    }
}

extension Thumbnail {
    fileprivate var heapBytes: Int { HeapBytes.text(path) + HeapBytes.text(fileExtension) }
}

extension Hero {
    var heapBytes: Int {
        HeapBytes.text(name) + HeapBytes.text(description) + HeapBytes.text(biography) + (thumbnail?.heapBytes ?? 0)
            + HeapBytes.array(links) { HeapBytes.text($0.kind) + HeapBytes.text($0.url) } + (facts?.heapBytes ?? 0)
    }
}

extension Work {
    var heapBytes: Int {
        HeapBytes.text(title) + HeapBytes.text(description) + (thumbnail?.heapBytes ?? 0)
            + HeapBytes.array(heroes) { HeapBytes.text($0.name) } + HeapBytes.array(parents, \.heapBytes)
    }
}

extension CacheKey {
    /// The bytes of heap memory that it references; its inline bytes are counted with the table.
    var heapBytes: Int {
        switch self {
        case .heroes(let query): HeapBytes.text(query.nameStartsWith)
        case .matches(let text, _): HeapBytes.text(text)
        case .hero, .works, .work: 0
        }
    }
}

extension LRUCache {
    /// The bytes of the tables per value, without heap bytes of key and value: arrays and dictionaries have up to twice
    /// the capacity of their content.
    static var bytesPerValue: Int { 2 * (nodeLength + MemoryLayout<Key>.stride + MemoryLayout<Int>.stride) }
}
