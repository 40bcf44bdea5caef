import Foundation
import Gateway
import Glibc
import HTTP

/// What this program does for the gateway's suite in a process of its own.
enum GatewayErrand: String {
    /// Imports files into an archive; prints the seconds and the most KiB that were resident.
    case `import`
    /// Opens an archive and answers a list call; prints a line then, and waits for its input to end.
    case archive
    /// The same with the bundled catalogue.
    case catalogue

    static let argument = "--gateway"

    func run(_ paths: [String]) async throws -> Never {
        switch self {
        case .import: try Self.importRecords(of: Array(paths.dropFirst()), to: paths[0])
        case .archive: try await Self.answer(try Archive.existing(path: paths[0]))
        case .catalogue:
            let catalogue = try Catalogue.load(folder: "Sources/Gateway/Catalogue")
            let archive = try Archive()
            try archive.add(catalogue)
            // As in the program: the pictures stay in memory too.
            try await Self.answer(archive, images: Images(catalogue))
        }
        fflush(nil)
        while readLine() != nil {}
        exit(0)
    }

    private static func importRecords(of files: [String], to path: String) throws {
        let start = ContinuousClock.now
        let archive = try Archive(path: path)
        let report = try archive.importRecords(of: files)
        try archive.close()
        guard report.bad == 0 else { throw Unmeasurable("\(report.bad) made-up records are bad") }
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        print((ContinuousClock.now - start) / .seconds(1), usage.ru_maxrss)
    }

    private static func answer(_ archive: Archive, images: Images? = nil) async throws {
        let gateway = Gateway.open(archive, images: images)
        let response = await gateway.respond(to: Request(target: "/v1/public/characters"))
        guard response.status == .ok else { throw Unmeasurable("the first answer is \(response.status)") }
        print("answered")
    }
}

extension Gateway {
    /// Answers everybody as often as they like.
    static func open(_ archive: Archive, images: Images? = nil) -> Gateway {
        Gateway(
            archive: archive, configuration: GatewayConfiguration(access: .open, dailyLimit: nil), images: images)
    }
}
