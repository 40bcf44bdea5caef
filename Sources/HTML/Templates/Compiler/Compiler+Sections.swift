extension Compiler {
    /// A section as it was read, and what applies to it.
    struct Section {
        let tag: Tag
        let nodes: [Node]
        let place: Place
        let scope: Scope

        /// Does what may be refused on behalf of the opening tag.
        func checking<Result>(_ body: () throws(Refusal) -> Result) throws(TemplateError.Problem) -> Result {
            try place.at(tag.range.lowerBound, body)
        }
    }

    mutating func section(_ section: Section, isInverted: Bool) throws(TemplateError.Problem) {
        let found = try section.checking { () throws(Refusal) in try section.scope.find(section.tag) }
        context = context.atBorder
        let start = context
        try open(found.path[...], found.view.frame) { compiler, frame throws(TemplateError.Problem) in
            try isInverted
                ? compiler.inverted(section, found, frame) : compiler.shown(section, found, frame)
        }
        let end = context.atBorder
        context = try section.checking { () throws(Refusal) in
            if let merged = start.merged(with: end, repeats: found.member.kind.isList && !isInverted) { return merged }
            let place = start.description == end.description ? "another place of it" : end.description
            throw Refusal("the section \"\(section.tag.name)\" starts in \(start.description) and ends in \(place)")
        }
    }

    private mutating func shown(
        _ section: Section, _ found: Scope.Found, _ frame: Int
    ) throws(TemplateError.Problem) {
        switch found.member.kind {
        case .flag: try when(found.member, frame, is: true, section, section.scope)
        case .optionalText, .optionalHTML, .optionalURL:
            let view = Scope.OpenView(shape: found.view.shape, frame: frame)
            let value = Scope.Found(view: view, path: [], member: found.member, owner: found.owner)
            try when(found.member, frame, is: true, section, section.scope.holding(value))
        case .view(let type), .optionalView(let type): try each(found.member, frame, type, section)
        case .list(let type):
            lateness.enterList()
            try each(found.member, frame, type, section)
            lateness.leaveList()
        case .later(let type):
            try section.checking { () throws(Refusal) in try lateness.enterLater(context) }
            add(.cut(frame: frame, keep(found.member)))
            try each(found.member, frame, type, section)
            lateness.leaveLater()
        case .text, .number, .html, .url:
            try section.checking { () throws(Refusal) in throw found.refusal("it cannot be a section") }
        }
    }

    private mutating func inverted(
        _ section: Section, _ found: Scope.Found, _ frame: Int
    ) throws(TemplateError.Problem) {
        try section.checking { () throws(Refusal) in
            guard found.member.kind.canBeMissing else { throw found.refusal("it is never missing") }
            if case .later = found.member.kind { try lateness.checkWaiting() }
        }
        try when(found.member, frame, is: false, section, section.scope)
    }

    private mutating func when(
        _ member: Member, _ frame: Int, is wanted: Bool, _ section: Section, _ scope: Scope
    ) throws(TemplateError.Problem) {
        let access = keep(member)
        try add({ .when(frame: frame, access, wanted: wanted, end: $0) }) { compiler throws(TemplateError.Problem) in
            try compiler.compile(section.nodes, at: section.place, in: scope)
        }
    }

    private mutating func each(
        _ member: Member, _ frame: Int, _ type: any View.Type, _ section: Section
    ) throws(TemplateError.Problem) {
        let shape = try section.checking { () throws(Refusal) in try Shape(type) }
        try open(member, frame) { compiler, child throws(TemplateError.Problem) in
            try compiler.compile(
                section.nodes, at: section.place, in: section.scope.opening(shape, frame: child))
        }
    }
}
