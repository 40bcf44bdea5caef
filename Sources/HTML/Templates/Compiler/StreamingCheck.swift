/// Checks that a page has one cut for deferred data, because it is sent in at most two parts.
struct StreamingCheck {
    private var state = State.unseen
    private var isInside = false
    private var lists = 0

    private enum State {
        case unseen
        /// Only blanks have followed the last section of deferred data.
        case open
        case closed
    }

    /// Records visible output.
    mutating func didWrite() {
        if state == .open { state = .closed }
    }

    /// Checks that a placeholder for pending data is in the first part.
    func checkPlaceholder() throws(TemplateDiagnostic) {
        guard state == .unseen else {
            throw TemplateDiagnostic("a placeholder for deferred data must come before the section of the data")
        }
    }

    mutating func enterDeferred(_ context: Context) throws(TemplateDiagnostic) {
        guard context.state == .text else { throw TemplateDiagnostic("deferred data in \(context.description)") }
        guard !isInside, lists == 0 else {
            throw TemplateDiagnostic("deferred data inside a list or other deferred data")
        }
        guard state != .closed else {
            throw TemplateDiagnostic("sections of deferred data must directly follow each other")
        }
        (isInside, state) = (true, .unseen)
    }

    mutating func leaveDeferred() { (isInside, state) = (false, .open) }

    mutating func enterList() { lists += 1 }

    mutating func leaveList() { lists -= 1 }
}
