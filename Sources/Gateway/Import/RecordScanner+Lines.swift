import Basics

extension RecordScanner {
    /// The state of reading a file's lines.
    struct Lines {
        /// Whether each value ends in its line, as the first ones do, so that none goes on in the next.
        private(set) var endValues = false
        /// Whether the outermost values so far began and ended in a line of their own.
        var areRecords = true
        /// Whether there was any value.
        private(set) var hasBegun = false
        /// Whether there is text outside of every value in this line.
        var hasText = false {
            didSet { if hasText { isEmpty = false } }
        }
        /// Whether a value ended in this line.
        var hasValue = false {
            didSet { if hasValue { isEmpty = false } }
        }
        /// Whether there was nothing at all.
        private(set) var isEmpty = true

        /// Notes an outermost value.
        mutating func begin(isAtLineStart: Bool) {
            if hasText { areRecords = false }
            if hasBegun, areRecords, isAtLineStart { endValues = true }
            hasBegun = true
            isEmpty = false
        }

        /// Ends a line outside of every value; returns what it was if no value was in it.
        mutating func end() -> Found? {
            defer { (hasText, hasValue) = (false, false) }
            guard hasText, !hasValue else { return nil }
            return hasBegun && areRecords ? .bad("this is no JSON object") : .text
        }
    }

    mutating func newline() throws(SystemError) {
        if stack.isEmpty {
            if let ended = lines.end() { found.append(ended) }
        } else if lines.endValues {
            breakOff("it breaks off in the middle")
        } else {
            lines.areRecords = false
        }
        try input.advance()
    }
}
