import Testing

@testable import Gateway

@Suite("Dates and times")
struct TimestampTests {
    @Test(
        "are accepted in the formats of requests",
        arguments: [
            "2013-01-01", "20130101", " 2013-01-01 ", "2013-01-01T00:00", "2013-01-01T00:00Z", "2013-01-01t00:00:00z",
            "2013-01-01 00:00", "2013-01-01 00:00:00", "2013-01-01 00:00:00.5", "2013-01-01T00:00:00.000Z",
            "2013-01-01T01:00+01:00", "2012-12-31T19:00:00-0500", "2012-12-31 19:00:00-05:00",
            "01/01/2013", "1/1/2013", "2013-01-01T01:00 01:00",
        ])
    func accepted(text: String) { #expect(Timestamp(text)?.seconds == 1_356_998_400) }

    @Test(
        "are accepted in the live service's formats",
        arguments: [
            ("1969-12-31T19:00:00-0500", 0), ("1970-01-01", 0), ("1970-01-01 00:00:01", 1), ("1970-01-01T00:00:00Z", 0),
            ("2014-04-29T14:18:17-0400", 1_398_795_497), ("2014-04-29T14:18:17-04:00", 1_398_795_497),
            ("2014-04-29T14:18:17 0400", 1_398_766_697), ("2000-02-29T00:00:00+0000", 951_782_400),
            ("-0001-11-30T00:00:00-0500", -62_169_966_000),
        ])
    func seconds(text: String, expected: Int) { #expect(Timestamp(text)?.seconds == expected) }

    @Test("with slashes have the month first")
    func american() {
        #expect(Timestamp("01/02/2013")?.day == 20_130_102)
        #expect(Timestamp("1/2/2013")?.day == 20_130_102)
    }

    @Test("filter lists by modification and on-sale date")
    func filtering() async throws {
        let client = try GatewayClient()
        for since in ["20140430", "4/30/2014"] {
            let target = "characters?modifiedSince=\(since.replacing(" ", with: "+"))"
            #expect(try await client.ids(target) == [2], "\(since)")
        }
        for range in [
            "1962-01-01,+1963-12-31", "+1962-01-01+,1963-12-31+", "1/1/1962,12/31/1963", "19620101,12/31/1963",
            "1962-01-01&dateRange=1963-12-31", "19620101&limit=9&dateRange=12/31/1963",
        ] {
            #expect(try await client.ids("comics?dateRange=\(range)") == [1001, 1000], "\(range)")
        }
    }

    @Test(
        "are refused in any other format",
        arguments: [
            "2014-13-01", "soon", "2014-01-01T25:00", "2014", "32/01/2013", "13/31/2013", "2014-01-32", "2014-01",
            "201401", "1388534400", "01-02-2013", "1/2/13", "2014-01-01 soon", "2014-01-01T00:60", "2014-01-01T00:00+5",
            "2014-01-01T00:00:00 longest", "Jan 2014", "1 Jan", "00:00", "T00:00", "2014--01", "2014-01-01T1:2:3",
            ":", "-", "99999999999999999999-01-01", "２０１４-01-01", " ", "(", "a", "1-Foo-2013", "1 Foo 2013",
            "January 1, 2013", "2014-4-29", "2014/04/29", "2014-00-01", "2014-01-01T", "+014-01-01", "--14-01-01",
            "Tue, 01 Jan 2013 00:00:00 GMT", "2014-01-01 12",
        ])
    func refused(text: String) async throws {
        #expect(Timestamp(text) == nil)
        let escaped = text.replacing(" ", with: "+")
        let client = try GatewayClient()
        #expect(await client.get("/v1/public/comics?modifiedSince=\(escaped)").status == .conflict)
        for range in ["\(escaped),2014-12-31", "1999-01-01&dateRange=\(escaped)", "2013-01-01,2014-01-01,2015-01-01"] {
            #expect(await client.get("/v1/public/comics?dateRange=\(range)").status == .conflict)
        }
    }
}
