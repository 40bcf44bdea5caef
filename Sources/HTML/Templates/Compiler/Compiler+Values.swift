extension Compiler {
    mutating func variable(_ tag: Tag, at place: Place, in scope: Scope) throws(TemplateError.Problem) {
        let found = try place.at(tag.range.lowerBound) { () throws(Refusal) in
            let found = try scope.find(tag)
            guard found.member.kind.isWritten else { throw found.refusal("only a section can show it") }
            try context.insert(found.member.kind)
            return found
        }
        try open(found.path[...], found.view.frame) { compiler, frame throws(TemplateError.Problem) in
            compiler.add(.write(frame: frame, compiler.keep(found.member)))
        }
    }

    mutating func section(
        _ tag: Tag, isInverted: Bool, _ nodes: [Node], at place: Place, in scope: Scope
    ) throws(TemplateError.Problem) {
        let found = try place.at(tag.range.lowerBound) { () throws(Refusal) in try scope.find(tag) }
        context = context.atBorder
        let start = context
        try open(found.path[...], found.view.frame) { compiler, frame throws(TemplateError.Problem) in
            try isInverted
                ? compiler.inverted(found, frame, tag, nodes, at: place, in: scope)
                : compiler.section(found, frame, tag, nodes, at: place, in: scope)
        }
        guard let merged = start.merged(with: context.atBorder, repeats: found.member.kind.isList && !isInverted)
        else {
            throw place.source.problem(
                at: tag.range.lowerBound,
                "the section \"\(tag.name)\" starts in \(start.description) and ends in "
                    + "\(context.description == start.description ? "another place of it" : context.description)")
        }
        context = merged
    }

    private mutating func section(
        _ found: Scope.Found, _ frame: Int, _ tag: Tag, _ nodes: [Node], at place: Place, in scope: Scope
    ) throws(TemplateError.Problem) {
        let access = keep(found.member)
        switch found.member.kind {
        case .flag:
            try add({ .when(frame: frame, access, wanted: true, end: $0) }) {
                compiler throws(TemplateError.Problem) in try compiler.compile(nodes, at: place, in: scope)
            }
        case .optionalText, .optionalHTML, .optionalURL:
            let value = Scope.Found(
                view: .init(shape: found.view.shape, frame: frame), path: [], member: found.member, owner: found.owner)
            try add({ .when(frame: frame, access, wanted: true, end: $0) }) {
                compiler throws(TemplateError.Problem) in
                try compiler.compile(nodes, at: place, in: scope.holding(value))
            }
        case .view(let type), .optionalView(let type):
            try views(type, found.member, frame, tag, nodes, at: place, in: scope)
        case .list(let type):
            lateness.enterList()
            try views(type, found.member, frame, tag, nodes, at: place, in: scope)
            lateness.leaveList()
        case .later(let type):
            try place.at(tag.range.lowerBound) { () throws(Refusal) in try lateness.enterLater(context) }
            add(.cut(frame: frame, access))
            try views(type, found.member, frame, tag, nodes, at: place, in: scope)
            lateness.leaveLater()
        case .text, .number, .html, .url:
            throw place.source.problem(at: tag.range.lowerBound, found.refusal("it cannot be a section").message)
        }
    }

    private mutating func views(
        _ type: any View.Type, _ member: Member, _ frame: Int, _ tag: Tag, _ nodes: [Node], at place: Place,
        in scope: Scope
    ) throws(TemplateError.Problem) {
        let shape = try place.at(tag.range.lowerBound) { () throws(Refusal) in try Shape(type) }
        try open(member, frame) { compiler, child throws(TemplateError.Problem) in
            try compiler.compile(nodes, at: place, in: scope.opening(shape, frame: child))
        }
    }

    private mutating func inverted(
        _ found: Scope.Found, _ frame: Int, _ tag: Tag, _ nodes: [Node], at place: Place, in scope: Scope
    ) throws(TemplateError.Problem) {
        try place.at(tag.range.lowerBound) { () throws(Refusal) in
            guard found.member.kind.canBeMissing else { throw found.refusal("it is never missing") }
            if case .later = found.member.kind { try lateness.checkWaiting() }
        }
        let access = keep(found.member)
        try add({ .when(frame: frame, access, wanted: false, end: $0) }) {
            compiler throws(TemplateError.Problem) in try compiler.compile(nodes, at: place, in: scope)
        }
    }

    /// Opens the views on the way of a dotted name, one in another.
    private mutating func open(
        _ path: ArraySlice<Member>, _ frame: Int,
        body: (inout Compiler, _ frame: Int) throws(TemplateError.Problem) -> Void
    ) throws(TemplateError.Problem) {
        guard let member = path.first else { return try body(&self, frame) }
        try open(member, frame) { compiler, child throws(TemplateError.Problem) in
            try compiler.open(path.dropFirst(), child, body: body)
        }
    }
}
