import Heroes
import Testing

@Suite struct PartialDateTests {
    @Test("a date is parsed as far as it is given")
    func parsing() {
        #expect(PartialDate("1962-08-10T00:00:00-0400") == PartialDate(year: 1962, month: 8, day: 10))
        #expect(PartialDate("2008-01-04 00:00:00") == PartialDate(year: 2008, month: 1, day: 4))
        #expect(PartialDate("1962-08") == PartialDate(year: 1962, month: 8))
        #expect(PartialDate("1962") == PartialDate(year: 1962))
    }

    @Test("an impossible month or day is left out, an impossible year is no date")
    func impossible() {
        #expect(PartialDate("1962-13-10") == PartialDate(year: 1962))
        #expect(PartialDate("1962-08-00") == PartialDate(year: 1962, month: 8))
        for text in ["", "soon", "-0001-11-30", "0-1-1", "10000", "1962-08-10-1"] { #expect(PartialDate(text) == nil) }
    }
}
