import Synchronization

/// The numbers of the visitors who keep a client's hero: as no other client switches it, it knows without a look.
final class Keepers: Sendable {
    private let numbers = Mutex<Set<Int>>([])

    func contain(_ visitor: Int) -> Bool { numbers.withLock { $0.contains(visitor) } }

    func toggle(_ visitor: Int) {
        numbers.withLock { numbers in
            if numbers.remove(visitor) == nil { numbers.insert(visitor) }
        }
    }
}
