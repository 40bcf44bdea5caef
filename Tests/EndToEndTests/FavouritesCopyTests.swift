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
        let heroes = try FavouriteClient.firstHeroes(in: await client.page("/heroes", at: first.url))
        for hero in heroes.prefix(3) { try await client.set(hero, isFavourite: true, at: first.url) }
        let early = try copy(from: folder, to: database)
        #expect(
            await early.remainingOutput().hasPrefix("visitors copied: 1, up to date: 0, damaged files skipped: 0; "))
        try await client.set(heroes[3], isFavourite: true, at: first.url)
        #expect(await first.program.stop() == 0)
        let damaged = String(repeating: "ab", count: 32) + ".jsonl"
        try FileManager.default.createDirectory(atPath: folder + "/ab/ab", withIntermediateDirectories: true)
        try Data("torn".utf8).write(to: URL(filePath: "\(folder)/ab/ab/\(damaged)"))
        let late = try copy(from: folder, to: database)
        #expect(await late.remainingOutput().hasPrefix("visitors copied: 1, up to date: 0, damaged files skipped: 1; "))
        #expect(await late.status() == 1)
        let errors = await late.errorOutput()
        for phrase in ["\(damaged) is damaged", "Restore them from a backup"] {
            #expect(errors.contains(phrase), "\(errors)")
        }
        let second = try await RunningSite(environment: ["HEROES_DATABASE": database])
        #expect(try await client.favourites(at: second.url) == heroes.prefix(4).reversed())
        await second.end()
    }

    @Test("a database that refuses the connection, and wrong addresses, are one error without the password")
    func refusal() async throws {
        let server = try await PostgresServer.shared()
        let data = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: data.path + "/favourites", withIntermediateDirectories: true)
        let folder = data.path + "/favourites"
        let wrong = server.connectionString(password: "wr0ng-secret")
        let database = try await server.newSchema()
        for (from, to, reason) in [
            (folder, wrong, "password"), (folder, "postgresql://heroes:wr0ng-secret@db.example/heroes", "sslmode"),
            (wrong, folder, "copied into a database only"), (wrong, "host=localhost", "must be a folder"),
            (data.path, database, "Give this folder instead of"), (folder + "/a=b", database, "there is no folder"),
        ] {
            var programs = [try copy(from: from, to: to)]
            if from == folder {
                programs.append(try Program(Paths.heroes, ["serve", "--port", "0", "--database", to]))
            }
            for program in programs {
                #expect(await program.status() != 0)
                let errors = await program.errorOutput()
                #expect(errors.contains(reason), "\(errors)")
                for phrase in ["wr0ng-secret", PostgresServer.password] { #expect(!errors.contains(phrase)) }
            }
        }
    }

    @Test("the servers, their order and the sslmode may be in a service file")
    func serviceFile() async throws {
        let server = try await PostgresServer.shared()
        let name = "service_" + UUID().uuidString.prefix(8).lowercased()
        try await server.sql("CREATE DATABASE \(name)")
        let data = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: data.path + "/favourites", withIntermediateDirectories: true)
        let service = """
            [heroes]
            host=db.invalid,127.0.0.1
            port=\(server.port)
            dbname=\(name)
            user=\(PostgresServer.user)
            sslmode=disable

            """
        try Data(service.utf8).write(to: URL(filePath: data.path + "/service"))
        let environment = ["PGSERVICEFILE": data.path + "/service", "PGPASSWORD": PostgresServer.password]
        for (arguments, variables) in [("service=heroes", [:]), ("user=heroes", ["PGSERVICE": "heroes"])] {
            let program = try Program(
                Paths.heroes, ["favourites", "copy", "--from", data.path + "/favourites", "--to", arguments],
                environment: environment.merging(variables) { $1 })
            #expect(await program.status() == 0)
            #expect(await program.errorOutput() == "")
        }
        #expect(
            try await server.sql("SELECT to_regclass('visitor')", server.connectionString(database: name)) == "visitor")
    }
}
