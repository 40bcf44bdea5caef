/// The slots of a table in order of insertion, each at most once; every operation takes constant time.
struct SlotQueue {
    /// The neighbours of each slot in a ring, at its number plus one; index 0 is the gap between the last and the
    /// first. A slot that is not in the queue is its own neighbour.
    private var previous = [0]
    private var next = [0]

    var first: Int? { next[0] == 0 ? nil : next[0] - 1 }

    mutating func moveToEnd(_ slot: Int) {
        let node = slot + 1
        while next.count <= node {
            previous.append(previous.count)
            next.append(next.count)
        }
        remove(slot)
        let last = previous[0]
        (previous[node], next[node]) = (last, 0)
        next[last] = node
        previous[0] = node
    }

    mutating func remove(_ slot: Int) {
        let node = slot + 1
        guard node < next.count else { return }
        let (before, after) = (previous[node], next[node])
        next[before] = after
        previous[after] = before
        (previous[node], next[node]) = (node, node)
    }
}
