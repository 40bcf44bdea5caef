/// Keeps a page to one place where data can come later, because it is sent in two parts at most.
struct Lateness {
    private var state = State.unseen
    private var isInside = false
    private var lists = 0

    private enum State {
        case unseen
        /// Nothing but blanks since the last section of later data.
        case open
        case over
    }

    /// Something that shows was written.
    mutating func wrote() {
        if state == .open { state = .over }
    }

    /// What shows while the data is pending must be sent with the first part.
    func checkWaiting() throws(Refusal) {
        guard state == .unseen else {
            throw Refusal("what shows while data is pending must stand before the section of the data")
        }
    }

    mutating func enterLater(_ context: Context) throws(Refusal) {
        guard context.state == .text else { throw Refusal("data that can come later in \(context.description)") }
        guard !isInside, lists == 0 else {
            throw Refusal("data that can come later inside a list or other data that can come later")
        }
        guard state != .over else {
            throw Refusal("a page has one place for data that can come later: such sections must follow each other")
        }
        (isInside, state) = (true, .unseen)
    }

    mutating func leaveLater() { (isInside, state) = (false, .open) }

    mutating func enterList() { lists += 1 }

    mutating func leaveList() { lists -= 1 }
}
