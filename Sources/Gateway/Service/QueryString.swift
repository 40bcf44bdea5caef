import Basics
import HTTP

/// The parameters of a query, decoded (WHATWG URL, application/x-www-form-urlencoded).
struct QueryString: Sendable {
    /// In the order in which they were sent.
    let parameters: [(name: String, value: String)]

    init(_ query: Substring) {
        parameters = query.utf8.split(separator: UInt8(ascii: "&")).map { pair in
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            return (
                PercentEncoding.decodeLeniently(name), PercentEncoding.decodeLeniently(pair.dropFirst(name.count + 1))
            )
        }
    }

    /// The value of the last parameter with that name.
    subscript(name: String) -> String? { parameters.last { $0.name == name }?.value }

    /// The same with every list in one piece, at its first place: some clients repeat a name for each element.
    func joining(_ lists: (String) -> Bool) -> [(name: String, value: String)] {
        var joined: [(name: String, value: String)] = []
        for parameter in parameters {
            if lists(parameter.name), let place = joined.firstIndex(where: { $0.name == parameter.name }) {
                joined[place].value += ",\(parameter.value)"
            } else {
                joined.append(parameter)
            }
        }
        return joined
    }
}
