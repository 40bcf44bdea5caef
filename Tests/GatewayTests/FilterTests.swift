import Basics
import Testing

@testable import Gateway

@Suite("Filters")
struct FilterTests {
    // The fixtures' clock is 13 May 2014, a Tuesday.
    private func ids(_ target: String) async throws -> [Int] { try await GatewayClient().ids(target).sorted() }

    @Test(
        "of comics",
        arguments: [
            ("format=comic", [1000, 1001, 1002, 1003, 1005]), ("format=HARDCOVER", [1004]), ("format=digest", []),
            ("formatType=comic", [1000, 1001, 1002, 1003, 1005]), ("formatType=collection", [1004]),
            ("noVariants=true", [1000, 1001, 1002, 1003, 1004, 1005]),
            ("noVariants=false", [1000, 1001, 1002, 1003, 1004, 1005]),
            ("dateRange=1962-01-01,1963-12-31", [1000, 1001]), ("dateRange=1963-05-10,1963-05-10", [1001]),
            ("dateRange=1963-05-11,1963-05-10", []),
            ("title=the%20amazing%20spider-man", [1001, 1002, 1003]),
            ("title=Jean+Grey+(2017)+%232", [1005]), ("title=Jean+Grey", [1004, 1005]), ("title=Jean", []),
            ("title=The+Amazing+Spider-Man+(1963+-+1998)", [1001, 1002, 1003]),
            ("title=AMAZING+FANTASY+(1962)", [1000]), ("title=Jean+Grey+(2017+-+Present)", [1004, 1005]),
            ("title=Jean+Grey+(2018+-+2099)", []), ("title=Jean+Grey+(2017", []), ("title=Jean+(2017)", []),
            ("title=Jean+Grey+()", []), ("title=Jean+Grey+(2017)&issueNumber=2", [1005]),
            ("titleStartsWith=jean", [1004, 1005]), ("titleStartsWith=amazing", [1000]),
            ("startYear=1962", [1000]), ("startYear=1963", [1001, 1002, 1003]), ("startYear=1950", []),
            ("issueNumber=-1", [1003]), ("issueNumber=1.5", [1004]), ("issueNumber=2", [1001, 1005]),
            ("diamondCode=D1", [1000]), ("diamondCode=d1", []), ("upc=75960607905600110", [1000]), ("upc=7", []),
            ("isbn=0-1", [1001]), ("isbn=0", []), ("ean=x", []), ("issn=x", []),
            ("digitalId=0", [1000, 1001, 1002, 1003, 1004, 1005]), ("digitalId=5", []),
            ("hasDigitalIssue=true", []), ("hasDigitalIssue=0", [1000, 1001, 1002, 1003, 1004, 1005]),
            ("modifiedSince=1969-01-01", [1000, 1001, 1002, 1003, 1004, 1005]), ("modifiedSince=2000-01-01", []),
            ("series=100,102", [1000, 1004, 1005]), ("creators=99", []), ("characters=2,8", [1001, 1004, 1005]),
            ("sharedAppearances=1,2", [1001]), ("sharedAppearances=8,9", [1005]), ("sharedAppearances=2,8", []),
            ("collaborators=30,31", [1000]), ("collaborators=30,32", []),
            ("characters=1&series=101&issueNumber=10", [1002]),
            ("characters=%201%20,x", [1000, 1001, 1002, 1003, 1005]),
            ("characters=1,1,1", [1000, 1001, 1002, 1003, 1005]),
        ])
    func comics(query: String, expected: [Int]) async throws {
        #expect(try await ids("comics?\(query)") == expected)
    }

    @Test(
        "of characters",
        arguments: [
            ("modifiedSince=2014-04-29T14:18:17-0400", [1, 2]), ("modifiedSince=2014-04-29T14:18:18-0400", [2]),
            ("modifiedSince=2016-01-02", [2]), ("modifiedSince=2016-01-03", []),
            ("nameStartsWith=j&comics=1004", [8]), ("name=jean+grey&nameStartsWith=x", []),
        ])
    func characters(query: String, expected: [Int]) async throws {
        #expect(try await ids("characters?\(query)") == expected)
    }

    @Test(
        "of events",
        arguments: [
            ("name=secret+wars", [200]), ("name=secret", []), ("nameStartsWith=ACTS", [201]),
            ("nameStartsWith=s", [200]),
            ("modifiedSince=1960-01-01", [200, 201]), ("modifiedSince=2020-01-01", []),
        ])
    func events(query: String, expected: [Int]) async throws {
        #expect(try await ids("events?\(query)") == expected)
    }

    @Test(
        "of series",
        arguments: [
            ("title=jean+grey", [102]), ("title=Amazing+Fantasy+(1962)", [100]), ("titleStartsWith=the", [101]),
            ("titleStartsWith=AMAZ", [100]), ("startYear=1963", [101]), ("startYear=2017", [102]), ("startYear=1", []),
            ("modifiedSince=1960-01-01", [100, 101, 102]), ("modifiedSince=2020-01-01", []),
            ("seriesType=limited", [100]),
            ("seriesType=Ongoing", [101]), ("seriesType=one+shot", []), ("contains=hardcover", [102]),
            ("contains=comic", [100, 101, 102]), ("contains=digest,hardcover", [102]),
            ("contains=digest,+hardcover+", [102]),
        ])
    func series(query: String, expected: [Int]) async throws {
        #expect(try await ids("series?\(query)") == expected)
    }

    @Test(
        "of stories and creators",
        arguments: [
            ("stories?modifiedSince=1960-01-01", [5000, 5001, 5002]), ("stories?modifiedSince=2020-01-01", []),
            ("creators?firstName=steve", [31]), ("creators?firstName=stev", []),
            ("creators?lastName=LEE", [30]), ("creators?lastName=L", []), ("creators?middleName=jane", [32]),
            ("creators?middleName=x", []), ("creators?suffix=jr.", [32]), ("creators?suffix=sr", []),
            ("creators?nameStartsWith=st", [30, 31]), ("creators?nameStartsWith=stan+l", [30]),
            ("creators?firstNameStartsWith=l", [32]), ("creators?middleNameStartsWith=ja", [32]),
            ("creators?lastNameStartsWith=d", [31]),
        ])
    func others(target: String, expected: [Int]) async throws {
        #expect(try await ids(target) == expected)
    }

    @Test("by dates relative to today, in weeks from Sunday to Saturday")
    func descriptors() async throws {
        let client = try GatewayClient.withOwnArchive()
        let days = [
            "2014-04-30", "2014-05-01", "2014-05-03", "2014-05-04", "2014-05-10", "2014-05-11", "2014-05-17",
            "2014-05-18",
            "2014-05-24", "2014-05-25", "2014-05-31", "2014-06-01",
        ]
        let entries = days.enumerated().map { index, day in
            let date = JSON.object([
                JSON.Member("type", .string("onsaleDate")), JSON.Member("date", .string("\(day)T00:00:00-0400")),
            ])
            return ArchiveEntry(kind: .comics, id: 1 + index, fields: ["dates": .array([date])])
        }
        try client.gateway.archive.add(entries, marvel: false)
        #expect(try await client.ids("comics?dateDescriptor=lastWeek").sorted() == [4, 5])
        #expect(try await client.ids("comics?dateDescriptor=thisWeek").sorted() == [6, 7])
        #expect(try await client.ids("comics?dateDescriptor=nextWeek").sorted() == [8, 9])
        #expect(try await client.ids("comics?dateDescriptor=thisMonth").sorted() == Array(2...11))
        #expect(await client.get("/v1/public/comics?dateDescriptor=nextYear").status == .conflict)
    }

    @Test("by year match no comic with an unknown year")
    func unknownYear() async throws {
        let client = try GatewayClient.withOwnArchive()
        let comics = ["Nameless", "Nameless (Comic)", "Nameless (2014)"].enumerated().map { index, name in
            let series = JSON.object([JSON.Member("name", .string(name))])
            return ArchiveEntry(kind: .comics, id: 1 + index, fields: ["series": series])
        }
        try client.gateway.archive.add(comics, marvel: false)
        #expect(try await client.ids("comics?startYear=0") == [])
        #expect(try await client.ids("comics?startYear=2014") == [3])
        #expect(try await client.ids("comics?title=nameless+(2014)++") == [3])
        #expect(try await client.ids("comics?title=nameless").sorted() == [1, 2, 3])
    }

    @Test("by equality ignore trailing spaces, in names and values")
    func padding() async throws {
        let client = try GatewayClient.withOwnArchive()
        let names = [
            "Karolina Dean ", "Karolina Dean", "Karolina Dean  ", "Karolina Dean !", "Karolina Dean\u{1}", " ",
        ]
        let entries = names.enumerated().flatMap { index, name in
            [
                ArchiveEntry(kind: .events, id: 1 + index, fields: ["title": .string(name)]),
                ArchiveEntry(kind: .comics, id: 1 + index, fields: ["title": .string(name)]),
                ArchiveEntry(kind: .creators, id: 1 + index, fields: ["firstName": .string(name)]),
            ]
        }
        try client.gateway.archive.add(entries, marvel: false)
        for name in ["Karolina+Dean", "karolina+dean+", "karolina+dean++++"] {
            for filter in ["events?name", "comics?title", "creators?firstName"] {
                #expect(try await client.ids("\(filter)=\(name)").sorted() == [1, 2, 3], "\(filter)=\(name)")
            }
        }
        #expect(try await client.ids("events?name=karolina+dean+!") == [4])
        #expect(try await client.ids("events?name=+karolina+dean") == [])
        #expect(try await client.ids("events?name=+") == [6])
        #expect(try await client.ids("events?nameStartsWith=karolina+dean+").sorted() == [1, 3, 4])
    }

    @Test("exclude variants if requested")
    func variants() async throws {
        let client = try GatewayClient.withOwnArchive()
        let variant = ArchiveEntry(kind: .comics, id: 1, fields: ["variantDescription": .string("Foil")])
        let digital = ArchiveEntry(kind: .comics, id: 2, fields: ["digitalId": .integer(5)])
        try client.gateway.archive.add([variant, digital], marvel: false)
        #expect(try await client.ids("comics?noVariants=true").contains(1) == false)
        #expect(try await client.ids("comics?noVariants=1").contains(2))
        #expect(try await client.ids("comics?hasDigitalIssue=true") == [2])
        #expect(try await client.ids("comics?digitalId=5") == [2])
    }
}
