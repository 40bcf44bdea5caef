import Basics
import Support

/// Keeps what it is told, in order.
final class Recorder<Item: Sendable>: Sendable {
    private let items = Locked<[Item]>([])

    var all: [Item] { items.withLock { $0 } }

    func add(_ item: Item) { items.withLock { $0.append(item) } }
}
