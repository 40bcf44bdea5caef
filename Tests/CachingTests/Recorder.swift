import Basics
import Support

/// Records items in order.
final class Recorder<Item: Sendable>: Sendable {
    private let items = Locked<[Item]>([])

    var all: [Item] { items.withLock { $0 } }

    func add(_ item: Item) { items.withLock { $0.append(item) } }
}
