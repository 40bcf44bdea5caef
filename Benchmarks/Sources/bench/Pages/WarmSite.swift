import Foundation
import Heroes
import Site
import Storage

/// The site as its owner runs it, on the bundled catalogue, with visitors who keep favourites in files.
struct WarmSite {
    /// A visitor who keeps so many heroes.
    struct Keeper {
        let count: Int
        let visitor: Visitor

        var field: String { "Cookie: visitor=\(visitor.token)" }
    }

    static let list = "/heroes"
    /// What wrk and the plain client have to say alike, since pages hold it.
    static let host = "Host: 127.0.0.1"

    let peer: Peer
    /// Of its data.
    let folder: TemporaryFolder
    let keepers: [Keeper]
    /// The page of the first hero of the list.
    let detail: String
    /// What the list names: its style sheet and its first portrait.
    let styles: String
    let portrait: String

    init() async throws {
        folder = try TemporaryFolder()
        keepers = try await Self.keepers([5, 500], folder)
        peer = try Self.start(folder)
        let page = try peer.warmPage(Self.list)
        guard let match = page.text.firstMatch(of: /href="(\/heroes\/\d+-[^"?#]+)"/) else {
            throw Unmeasurable("the list links to nobody")
        }
        detail = String(match.1)
        guard let styles = page.text.firstMatch(of: /href="(\/static\/[^"]+\.css[^"]*)"/),
            let portrait = page.text.firstMatch(of: /src="(\/images\/[^"]+\.svg)"/)
        else { throw Unmeasurable("the list has no styles or no portraits") }
        (self.styles, self.portrait) = (String(styles.1), String(portrait.1))
        for keeper in keepers
        where try !peer.warmPage(Self.list, [keeper.field]).text.contains(">\(keeper.count)</span>") {
            throw Unmeasurable("the site does not find the favourites of who keeps \(keeper.count)")
        }
    }

    /// Starts the site with its data in a folder, which it keeps.
    static func start(_ folder: TemporaryFolder) throws -> Peer {
        let child = try Child(HeroesProgram.path, arguments(data: folder.path))
        guard let port = HeroesProgram.port(child) else {
            throw Unmeasurable("the site does not start; its reason is above")
        }
        return Peer(child: child, port: port, folder: folder)
    }

    static func arguments(data: String) -> [String] {
        ["serve", "--port", "0", "--data", data, "--access-log", "off", "--log-level", "error"]
    }

    /// Has the store keep the first heroes of the list and, where the catalogue has not so many, some who left it.
    private static func keepers(_ counts: [Int], _ folder: TemporaryFolder) async throws -> [Keeper] {
        let heroes = try CatalogueFiles().heroes
        let store = try FileStore(folder: folder.path("favourites"))
        var generator = SystemRandomNumberGenerator()
        var keepers: [Keeper] = []
        for count in counts {
            let favourites = (0..<count).map { index in
                let hero = index < heroes.count ? heroes[index] : Hero(id: 2_000_000 + index, name: "Hero \(index)")
                return Favourite(id: hero.id, name: hero.name, thumbnail: hero.thumbnail, added: Date())
            }
            let keeper = Keeper(count: count, visitor: .new(using: &generator))
            try await store.add(favourites, for: keeper.visitor)
            keepers.append(keeper)
        }
        return keepers
    }
}

extension Peer {
    func warmPage(_ path: String, _ fields: [String] = []) throws -> PlainClient.Answer {
        try PlainClient.warmPage(path, fields, port: port)
    }
}

extension PlainClient {
    /// A page once the site remembers it: one that is still sent in parts, or has no tag, is not there yet, and the first
    /// that are may have been made for these very requests, and packed otherwise.
    static func warmPage(_ path: String, _ fields: [String], port: UInt16) throws -> Answer {
        var sizes: [Int] = []
        for _ in 0..<200 {
            // A page in parts comes without its length, which the client refuses.
            if let answer = try? PlainClient(port: port).answer(to: path, fields), answer.status == 200,
                answer.field("etag") != nil
            {
                sizes.append(answer.body.count)
                if sizes.count > 5, Set(sizes.suffix(5)).count == 1 { return answer }
            } else {
                usleep(20_000)
            }
        }
        throw Unmeasurable("\(path) is never remembered")
    }
}

extension PlainClient.Answer {
    var text: String { String(decoding: body, as: UTF8.self) }
}
