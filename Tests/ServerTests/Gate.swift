/// Closed until it is opened, once and for all.
struct Gate: Sendable {
    private let openings = Recorder<Bool>()

    func open() { openings.record(true) }
    func pass() async { await openings.wait(for: 1) }
}
