/// What names mean at a place in a template: the fields of the views that are open there.
struct Scope {
    /// The open views, outermost first.
    private(set) var views: [OpenView]
    /// The optional value whose section this is directly in.
    private(set) var value: Found?

    /// A view that is open, and its frame when the program runs.
    struct OpenView {
        let shape: Shape
        let frame: Int
    }

    /// A field, with the views on the way to it through a dotted name.
    struct Found {
        let view: OpenView
        let path: [Member]
        let member: Member
        /// The type of the view that has the field.
        let owner: String
    }

    init(_ root: Shape) { views = [OpenView(shape: root, frame: 0)] }

    func opening(_ shape: Shape, frame: Int) -> Scope {
        var scope = self
        scope.views.append(OpenView(shape: shape, frame: frame))
        scope.value = nil
        return scope
    }

    func holding(_ value: Found) -> Scope {
        var scope = self
        scope.value = value
        return scope
    }

    /// The field of the innermost view that has the first part of the name; the other parts lead on from there.
    func find(_ tag: Tag) throws(Refusal) -> Found {
        if tag.name == "." {
            guard let value else { throw .init("\".\" means something in a section of an optional value only") }
            return value
        }
        let parts = tag.parts
        guard let first = parts.first,
            let (view, member) = views.reversed().lazy.compactMap({ view in
                view.shape.members[first].map { (view, $0) }
            }).first
        else { throw unknown(parts.first ?? "") }
        var found = Found(view: view, path: [], member: member, owner: view.shape.name)
        for part in parts.dropFirst() { found = try found.stepping(to: part) }
        return found
    }

    private func unknown(_ name: String) -> Refusal {
        let names = views.reversed().map(\.shape.name)
        let around = names.count > 1 ? " (within \(names.dropFirst().joined(separator: ", ")))" : ""
        return .init("unknown name \"\(name)\" in \(names.first ?? "")\(around)")
    }
}

extension Scope.Found {
    fileprivate func stepping(to part: String) throws(Refusal) -> Scope.Found {
        guard case .view(let type) = member.kind else {
            throw .init(
                "\"\(member.name)\" in \(owner) is \(member.kind.name): \".\(part)\" needs a view that is always there")
        }
        let shape = try Shape(type)
        guard let next = shape.members[part] else { throw .init("unknown name \"\(part)\" in \(shape.name)") }
        return Scope.Found(view: view, path: path + [member], member: next, owner: shape.name)
    }
}
