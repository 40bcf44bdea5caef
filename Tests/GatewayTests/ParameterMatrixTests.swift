import GRDB
import HTTPTypes
import Testing

@testable import Gateway

@Suite("Any parameters")
struct ParameterMatrixTests {
    private static let values = [
        "1", "0", "-1", "1,2,3", "9999999999999999999999", "9223372036854775807", "1152921504606846976", "x", "%00",
        "%FF%FE", "%27;--", "%22", "%25", "_", "*", "%F0%9F%A6%B8", "2014-05-13", "2014-05-13,2014-05-14",
        "2014-13-45", "-0001-11-30T00:00:00-0500", "true", "comic", "ongoing", "lastWeek", "name", "-title", "", "%",
        "%25%25", "%5F", "a%00b", "00000000000000000001", "12345678901234567890", "-9223372036854775809", "1e400",
        "1&1",
        "%2C%2C", "1,,2", "%C3%A4", "%EF%BF%BF", "%F4%8F%BF%BF", "%0A", "comic%2Ccomic", "name,name", "+",
    ]

    @Test("every filter with any value is answered without an internal error", arguments: Kind.marvel)
    func lists(kind: Kind) async throws {
        let client = try GatewayClient()
        let owners = Kind.marvel.filter { $0 != kind }
        let lists = [kind.rawValue] + owners.map { "\($0.rawValue)/1/\(kind.rawValue)" } + ["comics/1000/characters"]
        for parameter in kind.filters.keys.sorted() + ["limit", "offset", "orderBy", "nothing"] {
            for value in Self.values {
                let list = lists[(parameter.utf8.count + value.utf8.count) % lists.count]
                for target in [lists[0], list] {
                    let response = await client.get("/v1/public/\(target)?\(parameter)=\(value)")
                    #expect([200, 404, 409].contains(response.status.code), "\(target)?\(parameter)=\(value)")
                }
            }
        }
    }

    /// Returns all filters of a kind, each with a valid value.
    private static func parameters(_ kind: Kind) -> [String] {
        kind.filters.sorted { $0.key < $1.key }.map { name, filter in
            switch filter {
            case .modifiedSince: "\(name)=2014-05-13"
            case .choice(_, let words): "\(name)=\(words[0].replacing(" ", with: "+"))"
            case .contains: "\(name)=comic,magazine"
            case .formatType: "\(name)=comic"
            case .side: "\(name)=villain"
            case .decade: "\(name)=1960"
            case .dateDescriptor: "\(name)=thisMonth"
            case .dateRange: "\(name)=2014-05-13,2014-05-14"
            case .anyOf, .allOf: "\(name)=1,2,3,4,5,6,7,8,9,10"
            default: "\(name)=1"
            }
        }
    }

    @Test("all filters can be combined", arguments: Kind.marvel)
    func together(kind: Kind) async throws {
        let parameters = Self.parameters(kind)
        let data = try await GatewayClient().data("\(kind.rawValue)?\(parameters.joined(separator: "&"))")
        #expect(data["total"]?.int == 0)
    }

    @Test(
        "an offset past the end is an empty page",
        arguments: ["11", "12", "1000000", "9223372036854775807", "99999999999999999999999"])
    func pastTheEnd(offset: String) async throws {
        let client = try GatewayClient()
        for list in ["characters", "characters?modifiedSince=1900-01-01", "comics/1000/characters"] {
            let mark = list.contains("?") ? "&" : "?"
            let data = try await client.data("\(list)\(mark)offset=\(offset)")
            #expect(data["count"]?.int == 0)
            #expect(data["results"] == .array([]))
        }
        #expect(try await client.data("characters?offset=\(offset)")["total"]?.int == 11)
    }

    @Test("a parameter counts once, however often it is repeated", arguments: Kind.marvel)
    func repeated(kind: Kind) async throws {
        let client = try GatewayClient()
        for parameter in Self.parameters(kind) + ["limit=2", "offset=1", "orderBy=modified"] {
            // Repeated dates are one list of more than two.
            guard !parameter.hasPrefix("dateRange") else { continue }
            let many = Array(repeating: parameter, count: 500).joined(separator: "&")
            #expect(try await client.data("\(kind.rawValue)?\(many)") == client.data("\(kind.rawValue)?\(parameter)"))
        }
    }

    @Test("of different values of a parameter the last counts")
    func last() async throws {
        let client = try GatewayClient()
        let titles = (0..<500).map { "title=\($0)&" }.joined()
        #expect(try await client.ids("comics?\(titles)title=amazing+fantasy") == [1000])
        #expect(try await client.ids("characters?limit=5&limit=1").count == 1)
        #expect(try await client.ids("search?q=x&q=jean+grey") == client.ids("search?q=jean+grey"))
    }

    @Test(
        "lists of thousands of values are answered or refused with a sentence",
        arguments: [
            ("comics?characters=", 409), ("comics?sharedAppearances=", 409), ("comics?dateRange=", 409),
            ("series?contains=", 409), ("comics?orderBy=", 409),
        ])
    func longList(list: String, status: Int) async throws {
        let client = try GatewayClient()
        let response = await client.get("/v1/public/" + list + (1...5000).map(String.init).joined(separator: ","))
        #expect(response.status.code == status)
        #expect(response.text.hasPrefix(#"{"code":409,"status":""#))
        for (list, value) in [("series?contains=", "comic"), ("comics?orderBy=", "title"), ("comics?characters=", "1")]
        {
            let values = Array(repeating: value, count: 5000).joined(separator: ",")
            #expect(try await client.ids(list + values) == client.ids(list + value))
        }
    }

    @Test("as many combinations as there are leave no prepared statements")
    func statements() async throws {
        let client = try GatewayClient.withOwnArchive()
        func count() async throws -> Int? {
            try await client.gateway.archive.database.read {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_stmt")
            }
        }
        let parameters = Self.parameters(.comics)
        _ = await client.get("/v1/public/comics?issueNumber=1&orderBy=title")
        let before = try #require(try await count())
        for number in 1...300 {
            let some = parameters.indices.filter { number >> ($0 % 10) & 1 == 1 }.map { parameters[$0] }
            let order = number.isMultiple(of: 2) ? "title,-modified" : "-issueNumber,focDate"
            let response = await client.get("/v1/public/comics?orderBy=\(order)&\(some.joined(separator: "&"))")
            #expect(response.status == .ok)
        }
        #expect(try await count() == before)
    }
}
