import Testing

@testable import Gateway

@Suite("What the bundled objects say of one another")
struct BundledLinkTests {
    private let archive: Archive

    init() throws { archive = try Bundled.served.get().gateway.archive }

    /// What a summary's address names, such as `/v1/public/comics/16926`, as `Kind.key(_:)`.
    private func key(_ uri: String?) -> Int? {
        let parts = (uri ?? "").split(separator: "/")
        guard parts.count == 6, let kind = Kind(rawValue: String(parts[4])), let id = Digits.id(parts[5]) else {
            return nil
        }
        return kind.key(id)
    }

    @Test("every item of a summary is there, counts agree with lists, and both sides tell of each other")
    func summaries() async throws {
        var told: [Int: [Kind: (available: Int, items: Set<Int>)]] = [:]
        for kind in Kind.allCases {
            for object in try await Bundled.objects(kind) {
                let key = kind.key(try #require(object["id"]?.int))
                told[key] = [:]
                for other in Kind.allCases where object[other.rawValue]?["available"] != nil {
                    let summary = object[other.rawValue]
                    let items = (summary?["items"]?.elements ?? []).map { self.key($0["resourceURI"]?.text) }
                    let available = try #require(summary?["available"]?.int)
                    #expect(summary?["returned"]?.int == items.count)
                    #expect(items.count == min(available, 20))
                    told[key]?[other] = (available, Set(items.compactMap(\.self)))
                    #expect(told[key]?[other]?.items.count == items.count, "\(kind) \(key / 8): \(other)")
                }
            }
        }
        for (key, summaries) in told {
            let kind = try #require(Kind(key: key))
            for (other, summary) in summaries {
                var query = ListQuery(kind: other, owner: ListQuery.Owner(kind: kind, id: key / 8))
                query.limit = 1
                #expect(try await archive.list(query)?.total == summary.available, "\(kind) \(key / 8): \(other)")
                for item in summary.items {
                    let back = try #require(told[item], "\(kind) \(key / 8) names \(other) \(item / 8)")
                    // A comic's series is no summary; what has more than twenty names the first of them only.
                    guard let back = back[kind], back.available <= 20 else { continue }
                    #expect(back.items.contains(key), "\(other) \(item / 8) does not name \(kind) \(key / 8)")
                }
            }
        }
    }

    @Test("what is named outside summaries is there, too")
    func references() async throws {
        var keys: Set<Int> = []
        var named: [(String, Int?)] = []
        for kind in Kind.allCases {
            for object in try await Bundled.objects(kind) {
                let id = try #require(object["id"]?.int)
                keys.insert(kind.key(id))
                #expect(key(object["resourceURI"]?.text) == kind.key(id))
                for field in ["series", "originalIssue", "next", "previous"] {
                    guard let uri = object[field]?["resourceURI"]?.text else { continue }
                    named.append(("\(kind) \(id): \(field)", key(uri)))
                }
            }
        }
        #expect(named.count > 800)
        for (place, key) in named { #expect(key.map(keys.contains) == true, "\(place)") }
    }

    @Test("clients that insist on a detail, a picture and texts find them", arguments: Kind.allCases)
    func insisting(kind: Kind) async throws {
        for object in try await Bundled.objects(kind) {
            let id = try #require(object["id"]?.int)
            let urls = object["urls"]?.elements ?? []
            let own = id >= Catalogue.firstOwnID
            #expect(
                urls.count { $0["type"]?.text == "detail" } == (kind == .stories || own && kind == .characters ? 0 : 1))
            #expect(urls.allSatisfy { $0["url"]?.text?.hasPrefix("http://") == true })
            #expect((object["thumbnail"] == .null) == (kind == .stories))
            if kind != .stories {
                #expect(object["thumbnail"]?["path"]?.text?.hasPrefix("http://test/images/") == true)
            }
            #expect(object["modified"]?.text?.isEmpty == false)
            #expect(object[kind.nameField]?.text != nil)
            if ![.comics, .series, .creators].contains(kind) { #expect(object["description"]?.text != nil) }
            if kind == .comics { #expect(object["series"]?["name"]?.text?.isEmpty == false) }
            if kind == .stories { #expect(object["originalIssue"]?["name"]?.text?.isEmpty == false) }
            if kind == .events {
                #expect(
                    [object["start"], object["end"]].allSatisfy {
                        $0 == .null || $0?.text?.hasSuffix(" 00:00:00") == true
                    })
            }
        }
    }
}
