import Basics
import HTTP

/// The decoded parameters of a query string (WHATWG URL, application/x-www-form-urlencoded).
struct QueryString: Sendable {
    /// The parameters in the order sent.
    let parameters: [(name: String, value: String)]

    init(_ query: Substring) {
        parameters = query.utf8.split(separator: UInt8(ascii: "&")).map { pair in
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            return (
                PercentEncoding.decodeLeniently(name), PercentEncoding.decodeLeniently(pair.dropFirst(name.count + 1))
            )
        }
    }

    /// Returns the value of the last parameter with that name.
    subscript(name: String) -> String? { parameters.last { $0.name == name }?.value }

    /// Returns the parameters with repeated lists joined at the first occurrence: some clients repeat a name for each
    /// element.
    func joiningLists(_ isList: (String) -> Bool) -> [(name: String, value: String)] {
        var joined: [(name: String, value: String)] = []
        for parameter in parameters {
            if isList(parameter.name), let index = joined.firstIndex(where: { $0.name == parameter.name }) {
                joined[index].value += ",\(parameter.value)"
            } else {
                joined.append(parameter)
            }
        }
        return joined
    }
}
