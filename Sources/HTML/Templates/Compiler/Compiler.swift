/// Turns the template of one view, with all it includes, into a program, and refuses what could go wrong in it.
struct Compiler {
    let library: Library
    private(set) var program = Program()
    var context = Context()
    var lateness = Lateness()
    private var openFrames = 1
    /// Steps from here on are jumped to, so the literal before it cannot grow.
    private var barrier = 0

    private init(library: Library) { self.library = library }

    static func compile<V: TemplateView>(
        _ view: V.Type, _ library: Library
    ) throws(TemplateError.Problem) -> Program {
        guard let template = library.templates[V.template] else {
            throw TemplateError.Problem(
                file: "\(library.folder)/\(V.template).html", line: 1, column: 1,
                message: "missing template of \(String(describing: V.self))")
        }
        var compiler = Compiler(library: library)
        let place = Place(source: template.source, chain: [Place.Inclusion(name: V.template)])
        let shape = try place.at(0) { () throws(Refusal) in try Shape(view) }
        try compiler.compile(template.nodes, at: place, in: Scope(shape))
        guard compiler.context == Context() else {
            throw template.source.problem(
                at: template.source.bytes.count, "the template ends in \(compiler.context.description)")
        }
        return compiler.program
    }

    mutating func compile(
        _ nodes: some Sequence<Node>, at place: Place, in scope: Scope
    ) throws(TemplateError.Problem) {
        for node in nodes {
            switch node {
            case .indentation(let range): try add(place.indentation(range), at: range.lowerBound, of: place)
            case .literal(let range): try add(place.source.bytes[range], from: range.lowerBound, of: place)
            case .variable(let tag): try variable(tag, at: place, in: scope)
            case .section(let tag, let isInverted, let nodes):
                try section(Section(tag: tag, nodes: nodes, place: place, scope: scope), isInverted: isInverted)
            case .partial(let tag, let indentation):
                try include(tag, indentation, [], at: place, in: scope)
            case .parent(let tag, let indentation, let blocks):
                try include(tag, indentation, blocks, at: place, in: scope)
            case .block(let block): try self.block(block, at: place, in: scope)
            }
        }
    }
}

extension Compiler {
    private mutating func add(
        _ text: ArraySlice<UInt8>, from offset: Int, of place: Place
    ) throws(TemplateError.Problem) {
        for (index, byte) in text.enumerated() {
            do {
                try context.read(byte)
            } catch {
                throw place.source.problem(at: offset + index, error.message)
            }
        }
        add(literal: text)
    }

    private mutating func add(_ blanks: [UInt8], at offset: Int, of place: Place) throws(TemplateError.Problem) {
        for byte in blanks { try place.at(offset) { () throws(Refusal) in try context.read(byte) } }
        add(literal: blanks[...])
    }

    private mutating func add(literal text: ArraySlice<UInt8>) {
        if text.isEmpty { return }
        if !text.allSatisfy(Context.isBlank) { lateness.wrote() }
        let start = program.literals.count
        program.literals += text
        let last = program.steps.count - 1
        if last >= barrier, case .literal(let range) = program.steps[last] {
            program.steps[last] = .literal(range.lowerBound..<program.literals.count)
        } else {
            program.steps.append(.literal(start..<program.literals.count))
        }
    }

    mutating func keep(_ member: Member) -> Unmanaged<Access> { program.keep(member.access) }

    mutating func add(_ step: Program.Step) {
        lateness.wrote()
        program.steps.append(step)
    }

    /// A step that controls the steps which `body` adds.
    mutating func add(
        _ step: (_ end: Int) -> Program.Step, body: (inout Compiler) throws(TemplateError.Problem) -> Void
    ) throws(TemplateError.Problem) {
        let index = program.steps.count
        program.steps.append(step(index))
        try body(&self)
        program.steps[index] = step(program.steps.count)
        barrier = program.steps.count
    }

    /// A step that opens each view of a field as a frame for the steps which `body` adds.
    mutating func open(
        _ member: Member, _ frame: Int,
        body: (inout Compiler, _ child: Int) throws(TemplateError.Problem) -> Void
    ) throws(TemplateError.Problem) {
        let child = openFrames
        openFrames += 1
        program.frameCount = max(program.frameCount, openFrames)
        let access = keep(member)
        try add({ .each(frame: frame, access, child: child, end: $0) }) {
            compiler throws(TemplateError.Problem) in try body(&compiler, child)
        }
        openFrames -= 1
    }
}
