import Testing

@testable import HTTP

@Suite struct HTTPDateTests {
    @Test("the three formats of a date have the same result")
    func forms() {
        let moment = HTTPDate(secondsSince1970: 784_111_777)
        #expect(HTTPDate("Sun, 06 Nov 1994 08:49:37 GMT") == moment)
        #expect(HTTPDate("Sunday, 06-Nov-94 08:49:37 GMT") == moment)
        #expect(HTTPDate("Sun Nov  6 08:49:37 1994") == moment)
        #expect(moment.text == "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test(
        "known times are formatted",
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (951_868_800, "Wed, 01 Mar 2000 00:00:00 GMT"),
            (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"), (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
            (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
        ])
    func known(seconds: Int, text: String) {
        #expect(HTTPDate(secondsSince1970: seconds).text == text)
        #expect(HTTPDate(text)?.secondsSince1970 == seconds)
    }

    @Test(
        "an invalid date is rejected",
        arguments: [
            "", "now", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 31 Feb 1994 08:49:37 GMT",
            "Sun, 29 Feb 2100 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
            "Sun, 06 Nov 99999999999999999999 08:49:37 GMT", "Sunday, 06-Nov 08:49:37 GMT", "784111777",
        ])
    func malformed(text: String) { #expect(HTTPDate(text) == nil) }
}
