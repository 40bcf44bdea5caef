import Dispatch
import FoundationEssentials
import HTTP
import HTTPTypes
import Heroes
import Storage
import Support
import Synchronization
import Testing

@testable import Site

@Suite("Importing a list of favourites")
struct ImportTests {
    private let cookie = SiteUnderTest.visitorCookie
    private let three = SiteUnderTest.three

    @Test("invalid lines are listed, and the others are imported")
    func invalidLines() async throws {
        let site = try await SiteUnderTest.withFavourites(three)
        let csv = "id,name,added\n1,Hero 1,\n7,Zed,1\nx,y,z\n-4,,\n5555,Nobody,\n1,again,\n\"2\",\"a, b\",5\n"
        let text = try await site.importList(csv, cookie).text
        #expect(text.contains("2 added, 2 there already, 3 not imported."))
        for line in ["line 4", "line 5", "line 6 (hero 5555)"] { #expect(text.contains("<li>\(line)</li>")) }
        let json = "[{\"id\":3,\"added\":7},{\"id\":\"four\"},true,{\"id\":6,\"added\":\"x\"},null]"
        let answer = try await site.importList(json, cookie).text
        #expect(answer.contains("2 added, 0 there already, 3 not imported."))
        for entry in [2, 3, 5] { #expect(answer.contains("<li>entry \(entry)</li>")) }
    }

    @Test("the page links a new visitor to the cookie check")
    func newVisitor() async throws {
        let site = try await SiteUnderTest.withFavourites(three)
        let text = try await site.importList("[1]", [:]).text
        #expect(text.contains("as long as your browser keeps this site’s cookie"))
        #expect(text.contains("href=\"/favourites?first=1#hero-1\""))
        #expect(try await !site.importList("[7]", cookie).text.contains("first="))
        #expect(await site.get("/favourites?first=1").status == .forbidden)
    }

    @Test("lines may end with CR, LF or CRLF", arguments: ["\r", "\n", "\r\n"])
    func lineEnds(_ end: String) async throws {
        let csv = ["id,name,added", "1,\"A, b\",5", "7,Zed,1", "x,,"].joined(separator: end)
        let text = try await SiteUnderTest.withFavourites(three).importList(csv, cookie).text
        #expect(text.contains("1 added, 1 there already, 1 not imported.") && text.contains("<li>line 4</li>"))
    }

    @Test(
        "a file that is not a list changes nothing and is reported",
        arguments: [
            "", "   ", "{\"id\":1}", "[1,", "{", "[[[[[[", "\u{FFFD}PNG\r\n\u{1A}\n",
            String(repeating: "x\n", count: 9000),
        ])
    func notAList(_ text: String) async throws {
        let response = try await SiteUnderTest.withFavourites(three).importList(text, cookie)
        #expect(response.status == .badRequest && response.cookies.isEmpty)
    }

    @Test("a list can be pasted into a form, and a body of another type is rejected")
    func pasted() async throws {
        let site = try await SiteUnderTest.withFavourites([])
        let pasted = await site.post("/favourites/import", "list=%5B%7B%22id%22%3A1%7D%5D")
        #expect(try await pasted.text.contains("1 added") && pasted.cookies.contains { $0.hasPrefix("visitor=") })
        for type in ["text/plain", "multipart/form-data", "multipart/form-data; boundary="] {
            let request = Request(
                method: .post, target: "/favourites/import", fields: [.contentType: type], body: Array("[{}]".utf8))
            #expect(await site.site.respond(to: request).status == .badRequest)
        }
    }

    @Test("only the first parts of a form are read, and the field is matched by its exact name")
    func manyParts() async throws {
        let site = try await SiteUnderTest.withFavourites([])
        for (before, status) in [(19, 200), (20, 400)] {
            let other = "--XyZ\r\nContent-Disposition: form-data; filename=\"list\"\r\n\r\n2\r\n"
            let body =
                String(repeating: other, count: before)
                + "--XyZ\r\nContent-Disposition: form-data; name=\"list\"\r\n\r\n1\r\n--XyZ--\r\n"
            let request = Request(
                method: .post, target: "/favourites/import",
                fields: [.contentType: "multipart/form-data; boundary=XyZ"], body: Array(body.utf8))
            let response = await site.site.respond(to: request)
            #expect(response.status.code == status)
            #expect(try await response.text.contains("1 added") == (status == 200))
        }
    }

    @Test("a list of more than five thousand elements is rejected", arguments: [(5000, 200), (5001, 400)])
    func manyElements(count: Int, status: Int) async throws {
        let site = try await SiteUnderTest.withFavourites([])
        let lines = "1\n" + String(repeating: "x\n", count: count - 1)
        #expect(await site.importList(lines, [:]).status.code == status)
        let list = #"[{"id":1}"# + String(repeating: ",0", count: count - 1) + "]"
        #expect(await site.post("/favourites/import", "list=\(list)").status.code == status)
    }

    @Test("deeply nested lists do not delay other imports", .timeLimit(.minutes(1)))
    func nested() async throws {
        let deep = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
        let list = "[1" + String(repeating: ",\(deep)", count: 70) + "]"
        let text = try await SiteUnderTest.withFavourites([]).importList(list, [:]).text
        #expect(text.contains("1 added, 0 there already, 70 not imported."))
    }

    /// Returns a source that records the heroes it is requested for.
    private func source(
        failing error: HeroError? = nil
    ) -> (source: ScriptedSource, requested: @Sendable () -> [Hero.ID]) {
        let requested = SiteUnderTest.Log()
        var source = ScriptedSource.usual
        source.before = { query throws(HeroError) in
            if case .hero(let id) = query { requested.write("\(id)") }
            if let error { throw error }
        }
        return (source, { requested.lines.compactMap { Int($0) } })
    }

    @Test("an import of unknown heroes makes a bounded number of requests to the source")
    func bounded() async throws {
        let (source, requested) = source()
        let site = try SiteUnderTest(source)
        let list = (1...43).map { "\($0)" }.joined(separator: "\n")
        let text = try await site.importList(list, [:]).text
        #expect(text.contains("20 added, 0 there already, 23 not imported.") && requested().count == 20)
        #expect(text.contains("23 heroes could not be looked up now. Import the list again later"))
        #expect(!text.contains("<li>"))
    }

    @Test("pages are served while a list is parsed", .timeLimit(.minutes(1)))
    func concurrency() async throws {
        let site = try SiteUnderTest()
        let thread = SingleThread()
        let answered = SiteUnderTest.Log()
        thread.queue.suspend()
        let list = Task(executorPreference: thread) {
            _ = await site.importList(String(repeating: "x\n", count: 4000), [:])
            answered.write("list")
        }
        let page = Task(executorPreference: thread) {
            _ = await site.get("/favourites/move")
            answered.write("page")
        }
        thread.queue.resume()
        _ = await (list.value, page.value)
        #expect(answered.lines == ["page", "list"])
    }

    @Test("imports per network are limited, and a rejected one changes nothing")
    func manyLists() async throws {
        let site = try SiteUnderTest()
        for _ in 0..<60 { #expect(await site.importList("x", [:]).status == .badRequest) }
        let refused = await site.importList("1\n", [:])
        #expect(refused.status == .tooManyRequests && refused.fields[.retryAfter] == "60" && refused.cookies.isEmpty)
        #expect(try await refused.text.contains("was not read. Nothing was changed. Please try again in a minute."))
    }

    @Test("if the source fails for a hero, the line is not reported as invalid")
    func brokenSource() async throws {
        var source = ScriptedSource.usual
        source.before = { query throws(HeroError) in if case .hero(2) = query { throw .timedOut("slow") } }
        let text = try await SiteUnderTest(source).importList("1\n2\n5555\n", [:]).text
        #expect(
            text.contains("1 added, 0 there already, 2 not imported.") && text.contains("<li>line 3 (hero 5555)</li>"))
        #expect(text.contains("1 hero could not be looked up now.") && !text.contains("<li>line 2"))
    }

    @Test("of thousands of invalid lines the first hundred are listed")
    func manyInvalidLines() async throws {
        let text = try await SiteUnderTest().importList("1\n" + String(repeating: "x\n", count: 4000), [:]).text
        #expect(
            text.contains("1 added, 0 there already, 4,000 not imported.") && text.contains("<li>and 3,900 more</li>"))
        #expect(text.matches(of: /<li>line/).count == 100)
    }

    @Test(
        "a repeated import looks up the remaining heroes, and none that the source does not have"
    )
    func repeated() async throws {
        let (source, requested) = source()
        let site = try SiteUnderTest(source)
        let list = (1...23).map { "\(5000 + $0)" }.joined(separator: "\n") + "\n1\n2\n"
        let first = try await site.importList(list, cookie).text
        #expect(first.contains("0 added, 0 there already, 25 not imported.") && first.contains("5 heroes could not be"))
        let second = try await site.importList(list, cookie).text
        #expect(
            second.contains("2 added, 0 there already, 23 not imported.") && !second.contains("could not be looked up"))
        #expect(requested().count == 25 && Set(requested()).count == 25)
    }

    @Test("heroes with a failed lookup come after those without one")
    func afterFailures() async throws {
        let (source, requested) = source(failing: .timedOut("slow"))
        let site = try SiteUnderTest(source)
        let list = (1...30).map { "\($0)" }.joined(separator: "\n")
        for _ in 1...2 { _ = await site.importList(list, cookie) }
        #expect(Set(requested()[20...]).isSuperset(of: 21...30))
    }

    @Test("heroes of a list are looked up concurrently", .timeLimit(.minutes(1)))
    func concurrentLookups() async throws {
        let gate = Gate()
        let requested = Mutex(0)
        var source = ScriptedSource.usual
        source.before = { _ throws(HeroError) in
            requested.withLock { $0 += 1 }
            if requested.withLock({ $0 }) == 3 { gate.open() }
            await gate.wait()
        }
        let text = try await SiteUnderTest(source).importList("1\n2\n3\n", [:]).text
        #expect(text.contains("3 added"))
    }

    @Test("lines are counted as in a text editor, and listed in order")
    func lineNumbers() async throws {
        let csv = "id,name,added\r\n1,\"two\r\nlines\",\r\n5555,,\r\nx,\"a\rb\nc\",\r\ny,,\r\n"
        let text = try await SiteUnderTest.withFavourites(three).importList(csv, cookie).text
        let lines = text.matches(of: /<li>(line .*?)<\/li>/).map { String($0.1) }
        #expect(lines == ["line 4 (hero 5555)", "line 5", "line 8"])
    }

    @Test("a quote within a name is a letter, and an unterminated one is reported")
    func quotes() async throws {
        let site = try SiteUnderTest()
        #expect(try await site.importList("1,Dwayne \"The Rock,\n2,x,\n", cookie).text.contains("2 added"))
        let open = try await site.importList("3,x,\n4,\"open,\n5,x,\n", cookie).text
        #expect(open.contains("1 added, 0 there already, 1 not imported.") && open.contains("<li>line 2</li>"))
    }

    @Test("a time in the future becomes now, so that later favourites come before the hero")
    func future() async throws {
        let site = try await SiteUnderTest.withFavourites([])
        let imported = await site.importList("1,x,4000000000\n2,x,1600000000\n", [:])
        _ = await site.post("/favourites/3", "action=add&back=/heroes", imported.cookieFields)
        #expect(try await site.names("/favourites", imported.cookieFields) == ["Hero 3", "Hero 1", "Hero 2"])
    }

    @Test("an import without a valid line is not reported as imported")
    func nothing() async throws {
        let text = try await SiteUnderTest().importList("5555,Nobody,\n", cookie).text
        #expect(text.contains("<h1>Nothing was imported</h1>") && !text.contains("Your list was imported"))
    }
}

/// Runs tasks one at a time, as an event loop does.
private final class SingleThread: TaskExecutor {
    let queue = DispatchQueue(label: "heroes.tests.import")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
