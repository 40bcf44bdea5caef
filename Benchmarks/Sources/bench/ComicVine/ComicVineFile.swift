import CSQLite
import Foundation
import Support

/// A server that behaves as Comic Vine's API, and a cache folder of `heroes serve` with all of its heroes.
///
/// The program creates the file and reads the list of members. Their details would take it an hour and are written with
/// SQL.
struct ComicVineFile {
    let server: ComicVineServer
    private let folder: TemporaryFolder

    init(members: Int) throws {
        setenv("COMICVINE_API_KEY", ComicVineServer.key, 1)
        server = try ComicVineServer(members: members)
        folder = try TemporaryFolder()
        let site = try Self.site(server, folder)
        // Details come only after the members are stored.
        while try Self.heroes("shown", site) == 0 { usleep(100_000) }
        site.stop()
        try addDetails()
    }

    /// Starts the site on the file.
    func site() throws -> Peer { try Self.site(server, folder) }

    /// Returns the number of heroes in a state that the metrics name.
    static func heroes(_ state: String, _ site: Peer) throws -> Int {
        let pattern = try Regex(
            "heroes_comicvine_heroes\\{state=\"\(state)\"\\} (\\d+)", as: (Substring, Substring).self)
        guard let match = try site.client().get("/metrics").text.firstMatch(of: pattern), let count = Int(match.1)
        else {
            throw BenchmarkError("/metrics has no number of heroes that are \(state)")
        }
        return count
    }

    /// The length of the file in bytes, with its log.
    var size: Int {
        get throws {
            try files.reduce(0) { sum, file in
                sum + (try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0)
            }
        }
    }

    /// The heroes' file and its log first, then those of other responses.
    private var files: [String] {
        get throws {
            let cache = folder.path("cache")
            return try FileManager.default.contentsOfDirectory(atPath: cache).sorted().map { "\(cache)/\($0)" }
        }
    }

    private static func site(_ server: ComicVineServer, _ folder: TemporaryFolder) throws -> Peer {
        try Peer.site([
            "--data", folder.path, "--source", "comicvine", "--comicvine-url", server.url,
        ])
    }

    private func addDetails() throws {
        var database: OpaquePointer?
        defer { sqlite3_close(database) }
        guard let path = try files.first, sqlite3_open(path, &database) == SQLITE_OK,
            sqlite3_exec(database, Self.details, nil, nil, nil) == SQLITE_OK
        else { throw BenchmarkError("the details cannot be written: \(String(cString: sqlite3_errmsg(database)))") }
    }

    /// Details as frequent and as long as Comic Vine's; three heroes of ten are in ten comics or more. The ids rise by
    /// four.
    private static let details = """
        WITH names AS (
          SELECT key, CAST(substr(key, 6) AS INTEGER) AS id,
            substr(CAST(body AS TEXT), 1, instr(CAST(body AS TEXT), char(31)) - 1) AS name
          FROM response WHERE key LIKE 'hero %')
        UPDATE response SET body = (
          SELECT CAST(name || char(31) || lower(name) || char(31)
            || CASE WHEN id / 4 % 5 > 0 THEN 'Alexandra ' || name ELSE '' END || char(31)
            || CASE WHEN id / 4 % 6 > 0 THEN name || ' grew up beside the harbour, left it for the city & its towers, '
              || 'and came back years later with powers that neither friend nor enemy can explain.' ELSE '' END
            || char(31) || CASE WHEN id / 4 % 8 > 0 THEN '6/68065/' || id || '-portrait_of_a_hero.jpg' ELSE '' END
            || char(31) || lower(replace(name, ' ', '-')) || '/4005-' || id || char(31)
            || CASE WHEN id / 4 * 7919 % 100 < 70 THEN 1 + id / 4 % 9 ELSE 10 + id / 4 % 200 END AS BLOB)
          FROM names WHERE names.key = response.key)
        WHERE key LIKE 'hero %'
        """
}
