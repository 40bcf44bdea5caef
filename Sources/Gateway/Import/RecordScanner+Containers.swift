import Basics

extension RecordScanner {
    /// An open object or list.
    struct Container {
        /// The token expected next.
        enum State {
            case name, colon, value, comma
        }

        let isObject: Bool
        let context: Context
        /// The offset of its opening bracket.
        let start: Int
        var state: State
        /// The name of the current member.
        var name = ""
        var members: [JSON.Member] = []
        var elements: [JSON] = []
        var syntaxError: String?

        /// True if the current member is one that has the records in the API's responses.
        var isEnvelope: Bool { isObject && (name == "data" || name == "results") }

        consuming func finish() -> JSON {
            guard isObject else { return .array(elements) }
            if let syntaxError { members.append(JSON.Member(JSON.syntaxErrorKey, .string(syntaxError))) }
            return JSON.object(members)
        }
    }

    /// Opens an object or list at its bracket.
    mutating func open(isObject: Bool) throws(SystemError) {
        if let top = stack.last {
            if excessDepth == 0, top.state != .value, !(stack.count == wrapperCount && !top.isObject) {
                // An interrupted program that writes a record per line leaves half a line.
                guard !input.isAtLineStart else { return truncate("it is truncated") }
                noteError("an unexpected bracket")
            }
        } else {
            lines.begin(isAtLineStart: input.isAtLineStart)
        }
        let start = input.offset
        try input.advance()
        guard excessDepth == 0, stack.count < Self.depthLimit else {
            if excessDepth == 0 { noteError("nested deeper than \(Self.depthLimit)") }
            excessDepth += 1
            return
        }
        if stack.count == wrapperCount + 1, stack[wrapperCount].isEnvelope { emitContents() }
        let outer = stack.last.map { $0.isObject ? $0.context.member($0.name) : $0.context }
        stack.append(
            Container(
                isObject: isObject, context: outer ?? (lines.hasText ? .code : .listed), start: start,
                state: isObject ? .name : .value))
        // A list is not a record.
        if !isObject, wrapperCount == stack.count - 1 { wrapperCount += 1 }
    }

    /// Closes the innermost object or list of this type, and unclosed ones inside.
    mutating func close(isObject: Bool) {
        guard excessDepth == 0 else { excessDepth -= 1; return }
        guard !stack.isEmpty else { return }
        let first = stack.count > wrapperCount ? wrapperCount : 0
        guard let match = stack[first...].lastIndex(where: { $0.isObject == isObject }) else {
            return noteError("an extra closing bracket")
        }
        while stack.count > match {
            if stack.count > match + 1 { noteError("mismatched brackets") }
            finishInnermost()
        }
    }

    private mutating func finishInnermost() {
        if let top = stack.last, top.isObject, top.state == .colon || top.state == .value {
            noteError(top.state == .colon ? "a colon is missing" : "a value is missing")
        }
        let container = stack.removeLast()
        guard stack.count >= wrapperCount else {
            wrapperCount = stack.count
            return finishValue()
        }
        if let reason = container.syntaxError, stack.count > wrapperCount { noteError(reason) }
        let context = container.context
        put(container.finish(), context)
    }

    /// Adds a complete value to its container, or emits it.
    mutating func put(_ value: JSON, _ context: Context) {
        guard stack.count > wrapperCount else {
            events.append(.value(value, context))
            return finishValue()
        }
        let top = stack.count - 1
        if stack[top].isObject {
            stack[top].members.append(JSON.Member(stack[top].name, value))
        } else {
            stack[top].elements.append(value)
        }
        finishValue()
        while wrapperCount < stack.count,
            input.offset - stack[wrapperCount].start > Self.recordByteLimit || !stack[wrapperCount].isObject
        {
            emitContents()
        }
    }

    /// Updates the state after a value.
    private mutating func finishValue() {
        if stack.isEmpty { lines.hasValue = true } else { stack[stack.count - 1].state = .comma }
    }

    /// Emits the contents of the outermost buffered container, which is a wrapper around records.
    private mutating func emitContents() {
        let container = stack[wrapperCount]
        stack[wrapperCount].members = []
        stack[wrapperCount].elements = []
        wrapperCount += 1
        // An object of one member, so that its name is known.
        for member in container.members where member.value.isContainer || member.value.text != nil {
            events.append(.value(.object([member]), container.context.member(member.name)))
        }
        for element in container.elements { events.append(.value(element, container.context)) }
    }

    /// Closes all containers at a premature end.
    mutating func truncate(_ reason: String) {
        if stack.count > wrapperCount { noteError(reason) } else { events.append(.invalid(reason)) }
        while stack.count > wrapperCount { finishInnermost() }
        stack = []
        wrapperCount = 0
        excessDepth = 0
    }

    /// Records a syntax error in the innermost object or list, or outside of all.
    mutating func noteError(_ reason: String) {
        guard let top = stack.indices.last else { lines.hasText = true; return }
        if top >= wrapperCount {
            if stack[top].syntaxError == nil { stack[top].syntaxError = reason }
        } else if !stack[top].isObject, stack[top].context == .listed {
            events.append(.invalid(reason))
        }
    }
}

extension JSON {
    /// True for arrays and objects.
    var isContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }

    /// The name of the member with an object's syntax error; it cannot be the name of another member.
    static let syntaxErrorKey = "\u{0}syntaxError"
}
