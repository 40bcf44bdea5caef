import GRDB
import Testing

@testable import Gateway

@Suite("Totals")
struct TotalsTests {
    @Test("are counted once in an edition, and anew in the next")
    func editions() {
        let totals = Totals()
        let question = Selection.Question("a", ["x".databaseValue])
        #expect(totals.total(question, edition: 1) { 5 } == 5)
        #expect(totals.total(question, edition: 1) { 6 } == 5)
        #expect(totals.total(Selection.Question("a", ["y".databaseValue]), edition: 1) { 7 } == 7)
        #expect(totals.total(question, edition: 2) { 8 } == 8)
        // A reader that began before the addition keeps to what it sees, and changes nothing for the others.
        #expect(totals.total(question, edition: 1) { 5 } == 5)
        #expect(totals.total(question, edition: 2) { 9 } == 8)
    }

    @Test("take no more room than for some questions, none of them long")
    func room() {
        let totals = Totals()
        let first = Selection.Question("0")
        _ = totals.total(first, edition: 1) { 0 }
        for number in 1...Totals.most { _ = totals.total(Selection.Question("\(number)"), edition: 1) { number } }
        #expect(totals.total(first, edition: 1) { -1 } == -1)
        let long = Selection.Question("b", [String(repeating: "x", count: Totals.longest).databaseValue])
        #expect(totals.total(long, edition: 1) { 1 } == 1)
        #expect(totals.total(long, edition: 1) { 2 } == 2)
    }

    @Test("lists that had to be sorted are kept for their edition, as many as there is room for")
    func sorted() {
        let totals = Totals()
        let (first, second) = (Selection.Question("a"), Selection.Question("b"))
        #expect(totals.ids(first, edition: 1) { [2, 1] } == [2, 1])
        #expect(totals.ids(first, edition: 1) { [3] } == [2, 1])
        #expect(totals.ids(first, edition: 2) { [4] } == [4])
        #expect(totals.ids(first, edition: 1) { [5] } == [5])
        #expect(totals.ids(first, edition: 2) { [6] } == [4])
        let large = [Int](repeating: 0, count: Totals.mostSorted)
        #expect(totals.ids(second, edition: 2) { large } == large)
        #expect(totals.ids(first, edition: 2) { [7] } == [7])
        #expect(totals.ids(second, edition: 2) { large + [0] }.count == large.count + 1)
        #expect(totals.ids(Selection.Question("c"), edition: 2) { large + [1] }.count == large.count + 1)
        #expect(totals.ids(Selection.Question("c"), edition: 2) { [] } == [])
    }

    @Test("that fail are not remembered")
    func failing() {
        struct Broken: Error {}
        let totals = Totals()
        let question = Selection.Question("a")
        #expect(throws: Broken.self) { try totals.total(question, edition: 1) { throw Broken() } }
        #expect(totals.total(question, edition: 1) { 3 } == 3)
    }

    @Test("follow what is added")
    func added() async throws {
        let served = try Served.alone()
        for target in ["comics", "comics?characters=1", "comics?characters=1,2", "comics?titleStartsWith=the"] {
            _ = try await served.data(target)
        }
        let more = Entry(
            kind: .comics, id: 77, fields: ["title": .string("The Last (2020) #1")],
            links: [Entry.Link(kind: .characters, id: 1)])
        try served.gateway.archive.add([more], marvel: false)
        for (target, total) in [
            ("comics", 7), ("comics?characters=1", 6), ("comics?characters=1,2", 6), ("comics?titleStartsWith=the", 4),
        ] {
            #expect(try await served.data(target)["total"]?.int == total, "\(target)")
        }
    }
}
