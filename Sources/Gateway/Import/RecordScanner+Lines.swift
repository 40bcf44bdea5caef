import Basics

extension RecordScanner {
    /// The state of the line-based detection of records.
    struct LineState {
        /// True if every value ends in its line, like the first ones.
        private(set) var endValues = false
        /// True if every outermost value so far has a line to itself.
        var areRecords = true
        /// True after the first value.
        private(set) var hasBegun = false
        /// True if the line has text outside of values.
        var hasText = false {
            didSet { if hasText { isEmpty = false } }
        }
        /// True if a value ended in this line.
        var hasValue = false {
            didSet { if hasValue { isEmpty = false } }
        }
        /// True if there was neither a value nor text so far.
        private(set) var isEmpty = true

        /// Updates the state at the start of an outermost value.
        mutating func begin(isAtLineStart: Bool) {
            if hasText { areRecords = false }
            if hasBegun, areRecords, isAtLineStart { endValues = true }
            hasBegun = true
            isEmpty = false
        }

        /// Ends a line outside of values; returns its event if it has text but no value.
        mutating func end() -> Event? {
            defer { (hasText, hasValue) = (false, false) }
            guard hasText, !hasValue else { return nil }
            return hasBegun && areRecords ? .invalid("not a JSON object") : .text
        }
    }

    mutating func newline() throws(SystemError) {
        if stack.isEmpty {
            if let event = lines.end() { events.append(event) }
        } else if lines.endValues {
            truncate("it is truncated")
        } else {
            lines.areRecords = false
        }
        try input.advance()
    }
}
