import Curl
import Foundation
import Support
import Testing

@Suite("heroes favourites copy", .timeLimit(.minutes(10)))
struct FavouritesCopyTests {
    private func copy(from: String, to: String) throws -> Program {
        try Program(Paths.heroes, ["favourites", "copy", "--from", from, "--to", to])
    }

    @Test("a site with a database shows the favourites of a folder for the same cookie")
    func copied() async throws {
        let database = try await PostgresServer.shared().newSchema()
        let first = try await RunningSite()
        let folder = first.data.path + "/favourites"
        var client = FavouriteClient(curl: Curl())
        let heroes = FavouriteClient.heroes(in: try await client.page("/heroes", at: first.url))
        for hero in heroes.prefix(3) { try await client.set(hero, isFavourite: true, at: first.url) }
        let early = try copy(from: folder, to: database)
        #expect(
            await early.remainingOutput().hasPrefix("visitors copied: 1, up to date: 0, damaged files skipped: 0; "))
        try await client.set(heroes[3], isFavourite: true, at: first.url)
        #expect(await first.program.stop() == 0)
        let late = try copy(from: folder, to: database)
        #expect(await late.remainingOutput().contains("copied: 1"))
        #expect(await late.status() == 0)

        let second = try await RunningSite(environment: ["HEROES_DATABASE": database])
        #expect(try await client.favourites(at: second.url) == heroes.prefix(4).reversed())
        await second.end()
    }

    @Test("a damaged file without a previous one is named, and the exit status is 1")
    func damaged() async throws {
        let data = try TemporaryFolder()
        let name = String(repeating: "ab", count: 32) + ".jsonl"
        let folder = data.path + "/favourites/ab/ab"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("torn".utf8).write(to: URL(filePath: "\(folder)/\(name)"))
        let database = try await PostgresServer.shared().newSchema()
        let program = try copy(from: data.path + "/favourites", to: database)
        #expect(await program.status() == 1)
        let errors = await program.errorOutput()
        #expect(errors.contains("\(name) is damaged") && errors.contains("Restore them from a backup"), "\(errors)")
        #expect(await program.remainingOutput().contains("damaged files skipped: 1"))
    }

    @Test("a database that refuses the connection, and wrong addresses, are one error without the password")
    func refusal() async throws {
        let server = try await PostgresServer.shared()
        let data = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: data.path + "/favourites", withIntermediateDirectories: true)
        let folder = data.path + "/favourites"
        let later = try await server.newSchema()
        try await server.sql("CREATE TABLE schema_version AS SELECT 2::int8 AS number, 2::int8 AS readable_by", later)
        for (from, to, reason) in [
            (folder, server.connectionString(password: "wr0ng-secret"), "database of favourites cannot be used"),
            (folder, server.connectionString(database: "missing"), "does not exist"),
            (folder, later, "need a program that knows version 2"),
            (folder, "postgresql://heroes:wr0ng-secret@db.example/heroes", "sslmode"),
            (server.connectionString(password: "wr0ng-secret"), folder, "copied into a database only"),
            (server.connectionString(password: "wr0ng-secret"), "host=localhost", "must be a folder"),
            (data.path, later, "Give this folder instead of"), (folder + "/a=b", later, "there is no folder"),
        ] {
            let program = try copy(from: from, to: to)
            #expect(await program.status() != 0)
            let errors = await program.errorOutput()
            #expect(errors.contains(reason), "\(errors)")
            #expect(!errors.contains("wr0ng-secret") && !errors.contains(PostgresServer.password))
        }
    }
}
