import Caching
import FoundationEssentials
import Heroes
import Support
import Testing

@testable import ComicVine

@Suite struct ComicVineIndexTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func index(_ store: ResponseFile) -> ComicVineIndex {
        ComicVineIndex(store, leastAppearances: 1, now: { Date() })
    }

    private func character(_ id: Int, _ name: String) throws -> ComicVineObject {
        let text = """
            {"id":\(id),"name":"\(name)","count_of_issue_appearances":12,"publisher":{"id":31},
            "deck":"A deck","real_name":"Real \(name)"}
            """
        return try JSONDecoder().decode(ComicVineObject.self, from: Data(text.utf8))
    }

    @Test("another machine has the heroes with their details, and not those that were removed")
    func shared() async throws {
        let store = ResponseFile(path: folder.path + "/heroes.sqlite")
        let first = index(store)
        let members = #"[{"id":1,"name":"One"},{"id":2,"name":"Two"},{"id":3,"name":"Three"}]"#
        try first.addMembers(try JSONDecoder().decode([ComicVineReference].self, from: Data(members.utf8)))
        first.insert([try character(1, "Storm")])
        first.remove([2])
        await store.flush()
        let second = index(store)
        #expect(await second.load())
        #expect(second.heroes.count == 2)
        #expect(second.heroes.pendingIDs == [3])
        #expect(second.heroes.hero(1) == first.heroes.hero(1))
        #expect(second.heroes.hero(1)?.facts?.realName == "Real Storm")
    }
}
