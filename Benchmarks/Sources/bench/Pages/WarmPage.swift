import Foundation

/// A page, or a file that pages name, that is asked for again and again, by one visitor, in one way.
struct WarmPage {
    enum Way: String {
        case plain, gzip
        /// By who has the page already.
        case revalidated = "304"
    }

    let name: String
    let way: Way
    /// The page as the site keeps it, unpacked.
    let content: [UInt8]
    /// Bytes that are sent each time, after the head.
    let size: Int
    let path: String
    let fields: [String]
    /// By which nginx serves it.
    let files: [String: [UInt8]]
    private let file: String

    /// A page with the hearts of the visitor.
    init(_ name: String, _ path: String, _ keeper: WarmSite.Keeper, _ way: Way, on site: Peer) throws {
        try self.init("\(name), \(keeper.count) favourites", path, by: keeper, ending: "html", way, on: site)
    }

    /// Asks the site for what is there, and notes what it takes to ask again; `ending` tells nginx its type.
    init(
        _ name: String, _ path: String, by keeper: WarmSite.Keeper, ending: String, _ way: Way, on site: Peer
    ) throws {
        self.name = name + (way == .plain ? "" : ", \(way.rawValue)")
        self.way = way
        self.path = path
        file = self.name.filter { $0.isLetter || $0.isNumber } + ".\(ending)"
        let page = try site.warmPage(path, [keeper.field])
        content = page.body
        switch way {
        case .plain:
            fields = [keeper.field]
            files = [file: page.body]
            size = page.body.count
        case .gzip:
            fields = [keeper.field, "Accept-Encoding: gzip"]
            let packed = try site.warmPage(path, fields).body
            files = [file: page.body, file + ".gz": packed]
            size = packed.count
        case .revalidated:
            guard let tag = page.field("etag") else { throw Unmeasurable("\(path) has no tag") }
            fields = [keeper.field, "If-None-Match: \(tag)"]
            files = [file: page.body]
            size = 0
        }
    }

    var filePath: String { "/" + file }

    /// What nginx is asked with: the same, but for the tag, which it makes by itself.
    func fields(for nginx: Peer) throws -> [String] {
        guard way == .revalidated else { return fields }
        guard let tag = try nginx.answer(to: filePath).field("etag") else { throw Unmeasurable("nginx sends no tag") }
        return fields.dropLast() + ["If-None-Match: \(tag)"]
    }

    /// Both have to send the same, but for the nonce.
    func check(_ site: Peer, _ nginx: Peer) throws {
        // From time to time the site makes a page anew, and packs it for once as a whole.
        let ours = try way == .revalidated ? site.answer(to: path, fields) : site.warmPage(path, fields)
        for answer in [ours, try nginx.answer(to: filePath, fields(for: nginx))] {
            let isPacked = answer.field("content-encoding") == "gzip"
            guard answer.status == (way == .revalidated ? 304 : 200), isPacked == (way == .gzip) else {
                throw Unmeasurable("\(name): another answer than was asked for: \(answer.head)")
            }
            guard way != .revalidated else { continue }
            let body = isPacked ? try Self.unpacked(answer.body) : answer.body
            guard answer.body.count == size, Self.withoutNonce(body) == Self.withoutNonce(content) else {
                throw Unmeasurable(
                    "\(name): \(answer.body.count) bytes of another page, instead of \(size): \(answer.head)")
            }
        }
    }

    /// The page with blanks for the text that is another each time.
    private static func withoutNonce(_ page: [UInt8]) -> String {
        let text = String(decoding: page, as: UTF8.self)
        guard let nonce = text.firstMatch(of: /nonce="([^"]+)"/)?.1 else { return text }
        return text.replacing(nonce, with: String(repeating: " ", count: nonce.count))
    }

    /// The content of the gzip format, as gzip(1) finds it, which also checks its sum.
    private static func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        try folder.write(bytes, to: "page.gz")
        _ = try Child(Program.path("gzip", ofPackage: "gzip"), ["-d", folder.path("page.gz")]).lines()
        return Array(try Data(contentsOf: URL(filePath: folder.path("page"))))
    }
}
