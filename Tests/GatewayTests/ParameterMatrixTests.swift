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

    @Test("all filters can be combined", arguments: Kind.marvel)
    func together(kind: Kind) async throws {
        let parameters = kind.filters.map { name, filter in
            switch filter {
            case .modifiedSince: "\(name)=2014-05-13"
            case .choice(_, let words): "\(name)=\(words[0])"
            case .contains: "\(name)=comic,magazine"
            case .formatType: "\(name)=comic"
            case .dateDescriptor: "\(name)=thisMonth"
            case .dateRange: "\(name)=2014-05-13,2014-05-14"
            case .anyOf, .allOf: "\(name)=1,2,3,4,5,6,7,8,9,10"
            default: "\(name)=1"
            }
        }
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
}
