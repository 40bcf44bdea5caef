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

    /// Opens the views on the way of a dotted name, one in another.
    mutating func open(
        _ path: ArraySlice<Member>, _ frame: Int,
        body: (inout Compiler, _ frame: Int) throws(TemplateError.Problem) -> Void
    ) throws(TemplateError.Problem) {
        guard let member = path.first else { return try body(&self, frame) }
        try open(member, frame) { compiler, child throws(TemplateError.Problem) in
            try compiler.open(path.dropFirst(), child, body: body)
        }
    }
}
