import Foundation
import HTTP
import HTTPTypes
import Heroes
import QRCode
import Storage
import Testing

@testable import Site

@Suite("The same favourites on another device")
struct TransferTests {
    private let visitor = SiteUnderTest.visitorToken
    private let cookie = SiteUnderTest.visitorCookie
    private let three = SiteUnderTest.three

    /// Adds favourites as a new visitor and returns the visitor's cookies.
    private func newVisitor(favourites heroes: [Hero.ID], _ site: SiteUnderTest) async -> HTTPFields {
        var fields: HTTPFields = [:]
        for id in heroes {
            let added = await site.post("/favourites/\(id)", "action=add&back=/heroes", fields)
            if fields.isEmpty { fields = added.cookieFields }
        }
        return fields
    }

    @Test("a code gives another device the same list, once, and adds the device's own favourites")
    func code() async throws {
        let site = try await SiteUnderTest.withFavourites(three)
        let created = await site.post("/favourites/code", "", cookie)
        #expect(created.status == .seeOther)
        #expect(created.fields[.location] == "/favourites/code")
        let page = try await site.get("/favourites/code", cookie).text
        let code = String(try #require(page.firstMatch(of: /<p class="code"><strong>([0-9A-Z]{5}-[0-9A-Z]{5})</)).1)
        // Reload shows the same code; other visitors see none.
        #expect(try await site.get("/favourites/code", cookie).text == page)
        #expect(await site.get("/favourites/code").fields[.location] == "/favourites")
        #expect(!page.contains(visitor))
        let guestCookie = await newVisitor(favourites: [1], site)
        let typed = "code=\(code.lowercased().replacing("-", with: "+"))"
        let moved = await site.post("/favourites/move", typed + "&join=yes", guestCookie)
        #expect(moved.status == .seeOther)
        #expect(moved.cookies.contains("visitor=\(visitor)"))
        #expect(try await site.names("/favourites", cookie).first == "Hero 1")
        let second = await site.post("/favourites/move", "code=\(code)&join=yes")
        #expect(second.status == .unprocessableContent)
        #expect(second.cookies.isEmpty)
        #expect(await site.get("/favourites/code", cookie).fields[.location] == "/favourites")
    }

    @Test("a typed code joins nothing before the visitor has confirmed")
    func confirmation() async throws {
        let site = try await SiteUnderTest.withFavourites(three)
        let code = try await site.code(cookie)
        let guestCookie = await newVisitor(favourites: [1, 2], site)
        for fields in [guestCookie, [:]] {
            let requested = await site.post("/favourites/move", "code=\(code)", fields)
            #expect(requested.status == .ok)
            #expect(requested.fields[.setCookie] == nil)
            let hasList = fields == guestCookie
            let sentence = hasList ? "This device has 2 heroes" : "Open the list"
            let parts = ["a list of 3 heroes", "made this code yourself", "name=\"join\" value=\"yes\"", sentence]
            expectText(
                try await requested.text, has: parts + ["value=\"\(code)\""], lacks: hasList ? [] : ["Join the lists"])
        }
        #expect(try await site.names("/favourites", cookie).count == 3)
        #expect(try await site.names("/favourites", guestCookie).count == 2)
        #expect(await site.post("/favourites/move", "code=\(code)&join=yes", guestCookie).status == .seeOther)
        #expect(try await site.names("/favourites", cookie).count == 5)
    }

    @Test("a code in the address of another site's picture is not looked up, so nothing counts as a wrong code")
    func embedded() async throws {
        let site = try await SiteUnderTest.withFavourites(three)
        let code = try await site.code(cookie)
        for destination in Array(repeating: "image", count: 60) + ["script", "iframe", "empty"] {
            let response = await site.get(
                "/favourites/move?code=00000-00000",
                .of(["Sec-Fetch-Dest": destination, "Sec-Fetch-Site": "cross-site"]))
            #expect(response.status == .ok)
        }
        let form = try await site.get("/favourites/move?code=\(code)", .of(["Sec-Fetch-Dest": "image"])).text
        expectText(form, has: ["value=\"\(code)\""], lacks: ["a list of 3 heroes"])
        let opened = try await site.get("/favourites/move?code=\(code)", .of(["Sec-Fetch-Dest": "document"])).text
        #expect(opened.contains("a list of 3 heroes"))
    }

    @Test("a code on the device that created it stays valid and says so")
    func ownCode() async throws {
        let site = try await SiteUnderTest.withFavourites(three)
        let code = try await site.code(cookie)
        let text = try await site.post("/favourites/move", "code=\(code)&join=yes", cookie).text
        expectText(text, has: ["made on this device", code])
        #expect(await site.post("/favourites/move", "code=\(code)&join=yes").status == .seeOther)
    }

    @Test("a code stays valid if the list has no room for the other device's favourites")
    func codeForFull() async throws {
        let site = try await SiteUnderTest.withFavourites(three, store: MemoryStore(limit: 4))
        let code = try await site.code(cookie)
        let guestCookie = await newVisitor(favourites: [1, 2], site)
        for _ in 1...2 {
            let full = await site.post("/favourites/move", "code=\(code)&join=yes", guestCookie)
            #expect(full.status == .conflict)
            #expect(full.fields[.setCookie] == nil)
            #expect(try await full.text.contains("You can keep up to 4 heroes."))
        }
        _ = await site.post("/favourites/7", "action=remove&back=/favourites", cookie)
        let moved = await site.post("/favourites/move", "code=\(code)&join=yes", guestCookie)
        #expect(moved.status == .seeOther)
        #expect(moved.cookies.contains("visitor=\(visitor)"))
        #expect(try await site.names("/favourites", cookie).count == 4)
    }

    @Test("a code of a deleted visitor does not restore the visitor")
    func codeOfForgotten() async throws {
        let store = MemoryStore()
        let site = try await SiteUnderTest.withFavourites(three, store: store)
        let code = try await site.code(cookie)
        #expect(await site.post("/favourites/forget", "", cookie).status == .seeOther)
        let moved = await site.post("/favourites/move", "code=\(code)&join=yes")
        #expect(moved.status == .unprocessableContent)
        #expect(moved.fields[.setCookie] == nil)
        #expect(try await store.favourites(of: #require(Visitor(token: visitor))).list == [])
    }

    @Test("wrong codes reveal nothing and are limited per network, and right ones do not count")
    func guesses() async throws {
        let site = try await SiteUnderTest.withFavourites(three)
        let code = try await site.code(cookie)
        for _ in 0..<100 { #expect(await site.get("/favourites/move?code=\(code)").status == .ok) }
        for number in 0..<60 {
            let wrong = "code=00000-000\(10 + number)"
            let response =
                number < 20
                ? await site.get("/favourites/move?\(wrong)")
                : await site.post("/favourites/move", wrong + (number < 40 ? "" : "&join=yes"))
            #expect(response.status == .unprocessableContent)
            #expect(response.fields[.setCookie] == nil)
            expectText(try await response.text, has: ["That code didn’t work"], lacks: ["Join the lists"])
        }
        for response in [
            await site.get("/favourites/move?code=00000-00000"),
            await site.post("/favourites/move", "code=00000-00000"),
            await site.post("/favourites/move", "code=\(code)&join=yes"),
        ] {
            #expect(response.status == .tooManyRequests)
            #expect(response.fields[.retryAfter] == "60")
            #expect(try await response.text.contains("Try again in 1 minute."))
        }
        // Other networks, the form for a code and new codes are not limited.
        let other = Request(target: "/favourites/move?code=\(code)", peer: "192.0.2.1")
        #expect(await site.site.respond(to: other).status == .ok)
        #expect(await site.get("/favourites/move").status == .ok)
        #expect(await site.post("/favourites/code", "", cookie).status == .seeOther)
    }

    @Test("only the newest code of a visitor works, so that one visitor cannot evict the codes of others")
    func manyCodes() async throws {
        let codes = TransferCodes(store: MemoryExpiringStore { Date(timeIntervalSince1970: 0) }, secret: [])
        let first = try #require(Visitor(token: visitor))
        let other = try #require(Visitor(token: String(visitor.reversed())))
        try await codes.store(TransferCode.generate(random: 0), of: first)
        for number in 1...10_001 { try await codes.store(TransferCode.generate(random: UInt64(number)), of: other) }
        #expect(try await codes.take(TransferCode.generate(random: 0)) == first)
        #expect(try await codes.take(TransferCode.generate(random: 10_000)) == nil)
        #expect(try await codes.take(TransferCode.generate(random: 10_001)) == other)
    }

    @Test("the page of a code has a QR code with the address that opens the list")
    func qrCode() async throws {
        let site = try await SiteUnderTest.withFavourites(three)
        let code = try await site.code(cookie)
        let text = try await site.get("/favourites/code", cookie).text
        let path = try #require(QRCode("http://heroes.example/favourites/move?code=\(code)")).path
        #expect(text.contains("<path d=\"\(path)\""))
        let withoutHost = HTTPFields(cookie.filter { $0.name == .cookie })
        #expect(try await !site.get("/favourites/code", withoutHost).text.contains("role=\"img\""))
    }

    @Test("a code is ten unambiguous letters and digits")
    func codeText() {
        #expect(TransferCode.parse("oil00 0000-0") == "01100-00000")
        for text in [
            "", "ABC", "ABCDE-ABCDEF", "ABCDE-ABCDU", String(repeating: "-", count: 50), "ABCDE-ABCDÉ",
            "https://heroes.example/favourites/move", "code=", String(repeating: " ", count: 3000) + "ABCDE-ABCDE",
        ] { #expect(TransferCode.parse(text) == nil, "\(text)") }
        let code = TransferCode.generate(random: 0x0123_4567_89ab_cdef)
        #expect(TransferCode.parse(code) == code)
    }

    @Test(
        "a code is parsed with the characters that copying adds",
        arguments: [
            "\t7Q2MX-0TB4K\n", "\u{A0}7Q2MX\u{2013}0TB4K", "\u{201C}7Q2MX-0TB4K\u{201D}.", "'7q2mx-otb4k',",
            "7 Q 2 M X - 0 T B 4 K",
            "\u{FF17}\u{FF51}\u{FF12}\u{FF4D}\u{FF38}\u{30FC}\u{FF10}\u{FF54}\u{FF42}\u{FF14}\u{FF4B}",
            "HTTP://HEROES.EXAMPLE/FAVOURITES/MOVE?CODE=7Q2MX-0TB4K",
            "heroes.example/favourites/move?code=7Q2MX%2D0TB4K&utm_source=chat#top",
            "<http://h/favourites/move?code=7Q2MX-0TB4K>",
            "https://chat.example/?u=https%3A%2F%2Fheroes.example%2Ffavourites%2Fmove%3Fcode%3D7Q2MX-0TB4K&h=AT3",
            "Open http://h/favourites/move?code=7Q2MX-0TB4K on the other one",
        ])
    func copied(_ text: String) { #expect(TransferCode.parse(text) == "7Q2MX-0TB4K") }
}
