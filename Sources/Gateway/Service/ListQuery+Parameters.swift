import Basics
import HTTP

extension ListQuery {
    /// The parameters of credentials.
    static let common = ["apikey", "ts", "hash"]

    /// Parses a request's parameters; throws the error of the first invalid one.
    init(_ kind: Kind, of owner: ObjectKey?, _ query: Form, today: Int) throws(GatewayError) {
        self.init(kind: kind, owner: owner)
        let filters = kind.filters
        let parameters = query.withoutRepetition { $0 == "orderBy" || filters[$0]?.isList == true }
        for (name, value) in parameters where !Self.common.contains(name) {
            switch name {
            case "limit": limit = try Self.limit(value)
            case "offset": offset = try Self.offset(value)
            case "facts" where kind == .characters || owner != nil: facts = try Self.facts(value)
            case "orderBy": order = try Self.order(value, kind)
            default:
                guard let filter = filters[name] else { throw .unknownParameter(name) }
                guard !value.isEmpty else { throw .blank(name) }
                try filter.apply(to: &self, name, value, today: today)
            }
        }
    }

    /// Parses the parameters of a request for one object; returns true if it is sent with its facts. Without a kind,
    /// there are no parameters.
    static func facts(of kind: Kind?, _ query: Form) throws(GatewayError) -> Bool {
        let own = query.fields.filter { !common.contains($0.name) }
        if let extra = own.first(where: { $0.name != "facts" || kind != .characters }) {
            throw .unknownParameter(extra.name)
        }
        return try own.last.map { parameter throws(GatewayError) in try facts(parameter.value) } ?? false
    }

    fileprivate static func facts(_ value: String) throws(GatewayError) -> Bool {
        guard !value.isEmpty else { throw .blank("facts") }
        return try ListFilter.valid(value == "true" ? true : nil, "facts")
    }

    fileprivate static func limit(_ value: String) throws(GatewayError) -> Int {
        guard let limit = Digits.clamped(value), limit > 0 else { throw .limitTooSmall }
        guard limit <= largestLimit else { throw .limitTooLarge }
        return limit
    }

    fileprivate static func offset(_ value: String) throws(GatewayError) -> Int {
        guard let offset = Digits.clamped(value) else { throw .invalidOffset }
        return offset
    }

    private static func order(_ value: String, _ kind: Kind) throws(GatewayError) -> [Ordering] {
        guard !value.isEmpty else { throw .blank("orderBy") }
        let orderings = kind.orderings
        var order: [Ordering] = []
        for part in value.split(separator: ",", omittingEmptySubsequences: false) {
            let descending = part.hasPrefix("-")
            guard let columns = orderings[String(descending ? part.dropFirst() : part)] else {
                throw .invalidOrder(String(part))
            }
            if !order.contains(where: { $0.columns == columns }) {
                order.append(Ordering(columns: columns, descending: descending))
            }
        }
        return order
    }
}

struct SearchQuery: Sendable {
    private(set) var text = ""
    /// The kind of the results; the first ones of the other kinds come with characters.
    private(set) var kind = Kind.characters
    private(set) var facts = false
    private(set) var limit = ListQuery.defaultLimit
    private(set) var offset = 0

    /// Parses a request's parameters; throws the error of the first invalid one.
    init(_ query: Form) throws(GatewayError) {
        for (name, value) in query.withoutRepetition() where !ListQuery.common.contains(name) {
            switch name {
            case "q": text = value
            case "limit": limit = try ListQuery.limit(value)
            case "offset": offset = try ListQuery.offset(value)
            case "facts": facts = try ListQuery.facts(value)
            case "kind": kind = try ListFilter.valid(Kind.searched.first { $0.rawValue == value }, name)
            default: throw .unknownParameter(name)
            }
        }
        guard !text.allSatisfy(\.isWhitespace) else { throw .blank("q") }
    }
}

extension Form {
    /// Returns each parameter once, with its last value, as PHP and so the live service read them. Repeated lists are
    /// joined, since some clients repeat a name for each element.
    fileprivate func withoutRepetition(
        _ isList: (String) -> Bool = { _ in false }
    ) -> [(name: String, value: String)] {
        var parameters: [(name: String, value: String)] = []
        var positions: [String: Int] = [:]
        for field in fields {
            if let position = positions[field.name] {
                let value = isList(field.name) ? "\(parameters[position].value),\(field.value)" : field.value
                parameters[position].value = value
            } else {
                positions[field.name] = parameters.count
                parameters.append((field.name, field.value))
            }
        }
        return parameters
    }
}
