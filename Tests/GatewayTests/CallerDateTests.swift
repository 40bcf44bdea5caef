import Testing

@testable import Gateway

@Suite("Dates that callers send")
struct CallerDateTests {
    @Test(
        "are understood in any common form",
        arguments: [
            "2013-01-01", "20130101", "2013/01/01", "2013-1-1", "2013/1/01", "01/01/2013", "1/1/2013", " 2013-01-01 ",
            "Jan 1, 2013", "January 1 2013", "1 January 2013", "Tue, 1 Jan 2013", "Tuesday, January 1, 2013",
            "2013-01-01T00:00", "2013-01-01T00:00Z", "2013-01-01t00:00z", "20130101T00:00", "2013-01-01 0:00",
            "2013-01-01 00:00:00 UTC", "2013-01-01 00:00:00 GMT", "2013-01-01 00:00:00 Z", "2013-01-01 00:00:00.5 Z",
            "2013-01-01 00:00:00 +00:00", "2013-01-01 00:00:00 +0000", "2013-01-01 00:00:00+00", "2013-01-01T00:00+00",
            "2013-01-01T00:00:00.000Z", "2013/01/01 00:00:00", "2013-01-01T01:00+01:00", "2012-12-31T19:00-05",
            "2012-12-31 19:00:00 -0500", "Tue, 01 Jan 2013 00:00:00 GMT", "Tue, 1 Jan 2013 01:00 +0100",
            "Tue Jan 01 00:00:00 UTC 2013", "Tue Jan 01 00:00:00 CET 2013", "Tue Jan  1 00:00:00 2013",
            "Tue Jan 01 01:00:00 GMT+01:00 2013", "Tue Jan 01 2013 01:00:00 GMT+0100 (Central European Time)",
            "Mon Dec 31 19:00:00 EST 2012", "Mon Dec 31 20:00:00 EDT 2012", "Mon Dec 31 18:00:00 CST 2012",
            "Mon Dec 31 19:00:00 CDT 2012", "Mon Dec 31 17:00:00 MST 2012", "Mon Dec 31 18:00:00 MDT 2012",
            "Mon Dec 31 16:00:00 PST 2012", "Mon Dec 31 17:00:00 PDT 2012", "1/1/2013 12:00 AM",
            "1/1/2013, 12:00:00 am", "12/31/2012 7:00 pm EST", "12/31/2012 7:00PM EST",
            "01-Jan-2013", "1-january-2013", "01-Jan-2013 00:00:00", "31-Dec-2012 19:00:00 -0500", "20130101T000000Z",
            "20130101T0000", "20130101T000000.5Z", "20130101T010000+0100", "20130101T000000", "2013-01-01T00",
            "2012-12-31T19-05:00", "2013-01-01T00Z", "Jan. 1, 2013", "Tue., Jan. 1, 2013", "January 1st, 2013",
            "1st January 2013", "1ST January 2013",
        ])
    func understood(text: String) { #expect(CallerDate(text)?.seconds == 1_356_998_400) }

    @Test("have their month first where they are written with slashes")
    func american() {
        #expect(CallerDate("01/02/2013")?.day == 20_130_102)
        #expect(CallerDate("1/2/2013")?.day == 20_130_102)
        #expect(CallerDate("12/31/2013 23:59")?.day == 20_131_231)
    }

    @Test("are what they were where they are told as the service told them, with a plus sign that was lost, too")
    func recorded() {
        for text in ["2014-04-29T14:18:17-0400", "2014-04-29T14:18:17 0400", "-0001-11-30T00:00:00-0500", "1970-01-01"]
        {
            #expect(CallerDate(text)?.seconds == Timestamp.seconds(text))
            #expect(CallerDate(text)?.day == Timestamp.day(text))
        }
        #expect(CallerDate("2013-01-01T01:00 01:00")?.seconds == 1_356_998_400)
        #expect(CallerDate("Tue Jan 01 2013 01:00:00 GMT 0100")?.seconds == 1_356_998_400)
    }

    @Test("narrow lists by what was modified and by what was on sale")
    func narrowing() async throws {
        let served = try Served()
        for since in ["Wed, 30 Apr 2014 00:00:00 GMT", "4/30/2014", "Tue%20Apr%2029%2014:18:18%20EDT%202014"] {
            let target = "characters?modifiedSince=\(since.replacing(" ", with: "+"))"
            #expect(try await served.ids(target) == [2], "\(since)")
        }
        for range in [
            "1962-01-01,+1963-12-31", "+1962-01-01+,1963-12-31+", "1/1/1962,12/31/1963", "19620101,1963/12/31",
            "1962-01-01&dateRange=1963-12-31", "Mon+Jan+01+00:00:00+CET+1962&limit=9&dateRange=31+December+1963",
        ] {
            #expect(try await served.ids("comics?dateRange=\(range)") == [1001, 1000], "\(range)")
        }
    }

    @Test(
        "are refused where they are none",
        arguments: [
            "2014-13-01", "soon", "2014-01-01T25:00", "2014", "32/01/2013", "13/31/2013", "2014-01-32", "2014-01",
            "201401", "1388534400", "01-02-2013", "1/2/13", "2014-01-01 soon", "2014-01-01T00:60", "2014-01-01T00:00+5",
            "2014-01-01T00:00:00 longest", "2014-01-01 1 Jan", "Jan 2014", "1 Jan", "00:00", "T00:00", "13:00 pm",
            "1/2/2013 13:00 pm", "2014-01-01T00:00:00est5", "2014--01", "2014/01/01/01", "2014-01-01T1:2:3:4", ":", "-",
            "2014-01-01T10000:00:00", "99999999999999999999-01-01", "２０１４-01-01", " ", "(", "a", "2014-01-01 Tuesdays",
            "20140101T0", "20140101T123", "20140101T12345", "20140101T12345678", "2014-01-01T25", "1-Foo-2013",
            "01-Jan-13", "2013-Jan-", "2014th", "2nd-3rd-2014", "32nd Jan 2014", "th Jan 2014", "Jan.. 1 2014",
            "20140101T120000:00", "2014-01-01 12",
        ])
    func refused(text: String) async throws {
        #expect(CallerDate(text) == nil)
        let escaped = text.replacing(" ", with: "+")
        let served = try Served()
        #expect(await served.get("/v1/public/comics?modifiedSince=\(escaped)").status == .conflict)
        for range in ["\(escaped),2014-12-31", "1999-01-01&dateRange=\(escaped)", "2013-01-01,2014-01-01,2015-01-01"] {
            #expect(await served.get("/v1/public/comics?dateRange=\(range)").status == .conflict)
        }
    }
}
