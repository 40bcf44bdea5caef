import FoundationEssentials
import Support
import Testing

@testable import Gateway

@Suite("The catalogue's archive in a file")
struct KeptArchiveTests {
    private func catalogue(_ name: String) throws -> Catalogue {
        var catalogue = Catalogue()
        try catalogue.add(
            Array(#"[{"id":1,"name":"\#(name)","thumbnail":false}]"#.utf8), file: "characters.json")
        return catalogue
    }

    private func names(_ archive: Archive) async throws -> [String] {
        let gateway = Gateway(archive: archive, configuration: GatewayClient.openConfiguration)
        return try await GatewayClient(gateway: gateway).results("characters").compactMap { $0["name"]?.text }
    }

    private func files(_ folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
    }

    @Test("is made by the first start, read by the next ones, and replaced with the catalogue")
    func kept() async throws {
        let folder = try TemporaryFolder()
        let catalogue = try catalogue("Thor")
        #expect(try Archive.kept(catalogue, in: folder.path).path == ":memory:")
        #expect(try await Wait.until { try files(folder).contains { $0.hasSuffix(".kept") } })
        let kept = try Archive.kept(catalogue, in: folder.path)
        #expect(kept.path != ":memory:")
        #expect(try await names(kept) == ["Thor"])
        let begun = "\(folder.path)/archive-png-11-0.kept.1"
        try Data("half of it".utf8).write(to: URL(filePath: begun))
        let other = try self.catalogue("Loki")
        #expect(try await names(try Archive.kept(other, in: folder.path)) == ["Loki"])
        #expect(
            try await Wait.until {
                try files(folder).count == 1 && (try Archive.kept(other, in: folder.path)).path != ":memory:"
            })
        #expect(try await names(kept) == ["Thor"], "a program that still reads the former one")
    }

    @Test("is made anew if the file is damaged, and nowhere if the folder cannot be written")
    func unusable() async throws {
        let folder = try TemporaryFolder()
        let catalogue = try catalogue("Thor")
        _ = try Archive.kept(catalogue, in: folder.path)
        #expect(try await Wait.until { try files(folder).contains { $0.hasSuffix(".kept") } })
        let file = try #require(try files(folder).first)
        try Data("not a database".utf8).write(to: URL(filePath: "\(folder.path)/\(file)"))
        #expect(try await names(try Archive.kept(catalogue, in: folder.path)) == ["Thor"])
        #expect(try await names(try Archive.kept(catalogue, in: "/nowhere/at/all")) == ["Thor"])
    }
}
