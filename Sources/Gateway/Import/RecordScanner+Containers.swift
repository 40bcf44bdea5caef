import Basics

extension RecordScanner {
    /// An object or list that is open.
    struct Container {
        /// The token that has to come next.
        enum State {
            case name, colon, value, comma
        }

        let isObject: Bool
        let context: Context
        /// The byte that it begins with.
        let start: Int
        var state: State
        /// That of the member whose value comes next.
        var name = ""
        var members: [JSON.Member] = []
        var elements: [JSON] = []
        var flaw: String?

        /// Whether the next value is where the API's answers have their records.
        var isEnvelope: Bool { isObject && (name == "data" || name == "results") }

        /// Returns the context of what is in it, for an object of the member of that name.
        func context(of name: String) -> Context {
            guard context == .listed, isObject else { return context }
            return name == "data" || name == "results" ? .listed : .member
        }

        consuming func finish() -> JSON {
            guard isObject else { return .array(elements) }
            if let flaw { members.append(JSON.Member(JSON.flaw, .string(flaw))) }
            return JSON.object(members).withoutExtendedNumber
        }
    }

    /// Begins an object or list at its bracket.
    mutating func open(isObject: Bool) throws(SystemError) {
        if let top = stack.last {
            if beyond == 0, top.state != .value, !(stack.count == frames && !top.isObject) {
                // A program that writes a record per line leaves half a line behind when it is interrupted.
                guard !input.isAtLineStart else { return breakOff("it breaks off in the middle") }
                flaw("a bracket where none may be")
            }
        } else {
            lines.begin(isAtLineStart: input.isAtLineStart)
        }
        let start = input.offset
        try input.advance()
        guard beyond == 0, stack.count < Self.deepest else {
            if beyond == 0 { flaw("nested deeper than \(Self.deepest)") }
            beyond += 1
            return
        }
        if stack.count == frames + 1, stack[frames].isEnvelope { spill() }
        let outer = stack.last.map { $0.context(of: $0.name) }
        stack.append(
            Container(
                isObject: isObject, context: outer ?? (lines.hasText ? .code : .listed), start: start,
                state: isObject ? .name : .value))
        // A list is no record.
        if !isObject, frames == stack.count - 1 { frames += 1 }
    }

    /// Ends the innermost object or list, and what was opened inside and never closed.
    mutating func close(isObject: Bool) {
        guard beyond == 0 else { beyond -= 1; return }
        guard !stack.isEmpty else { return }
        let first = stack.count > frames ? frames : 0
        guard let match = stack[first...].lastIndex(where: { $0.isObject == isObject }) else {
            return flaw("a bracket too many")
        }
        while stack.count > match {
            if stack.count > match + 1 { flaw("brackets that do not match") }
            finishInnermost()
        }
    }

    private mutating func finishInnermost() {
        if let top = stack.last, top.isObject, top.state == .colon || top.state == .value {
            flaw(top.state == .colon ? "a colon is missing" : "a value is missing")
        }
        let container = stack.removeLast()
        guard stack.count >= frames else {
            frames = stack.count
            return settle()
        }
        if let reason = container.flaw, stack.count > frames { flaw(reason) }
        let context = container.context
        put(container.finish(), context)
    }

    /// Puts a whole value into what is around it, or hands it out.
    mutating func put(_ value: JSON, _ context: Context) {
        guard stack.count > frames else {
            found.append(.value(value, context))
            return settle()
        }
        let top = stack.count - 1
        if stack[top].isObject {
            stack[top].members.append(JSON.Member(stack[top].name, value))
        } else {
            stack[top].elements.append(value)
        }
        settle()
        while frames < stack.count, input.offset - stack[frames].start > Self.longest || !stack[frames].isObject {
            spill()
        }
    }

    /// Notes that a value has ended.
    private mutating func settle() {
        if stack.isEmpty { lines.hasValue = true } else { stack[stack.count - 1].state = .comma }
    }

    /// Hands out what is in the outermost container that was kept so far, which is around records.
    private mutating func spill() {
        let container = stack[frames]
        stack[frames].members = []
        stack[frames].elements = []
        frames += 1
        for member in container.members where member.value.isContainer {
            found.append(.value(member.value, container.context(of: member.name)))
        }
        for member in container.members where member.value.text != nil { found.append(.value(member.value, .member)) }
        for element in container.elements { found.append(.value(element, container.context)) }
    }

    /// Ends everything that is open, as there is no more of it.
    mutating func breakOff(_ reason: String) {
        if stack.count > frames { flaw(reason) } else { found.append(.bad(reason)) }
        while stack.count > frames { finishInnermost() }
        stack = []
        frames = 0
        beyond = 0
    }

    /// Notes a mistake in the innermost object or list, or beside all of them.
    mutating func flaw(_ reason: String) {
        guard let top = stack.indices.last else { lines.hasText = true; return }
        if top >= frames {
            if stack[top].flaw == nil { stack[top].flaw = reason }
        } else if !stack[top].isObject, stack[top].context == .listed {
            found.append(.bad(reason))
        }
    }
}

extension JSON {
    /// Whether there may be other values in it.
    var isContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }

    /// The name of a member that says what is wrong with its object; no other member is called so.
    static let flaw = "\u{0}flaw"

    /// The number that `{"$numberLong": "5"}` means in MongoDB's exports (MongoDB Extended JSON, version 2).
    fileprivate var withoutExtendedNumber: JSON {
        guard case .object(let members) = self, members.count == 1, let only = members.first,
            only.name.hasPrefix("$"), let text = only.value.text
        else { return self }
        if only.name == "$date" { return only.value }
        return only.name.hasPrefix("$number") && Digits.decimal(text) != nil ? .number(text) : self
    }
}
