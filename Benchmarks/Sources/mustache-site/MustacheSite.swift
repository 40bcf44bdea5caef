import Foundation
import Hummingbird
import Logging
import Mustache

/// `mustache-site FOLDER`: the list page by Hummingbird and swift-mustache, as their users write it: templates and data
/// are read from the folder once, and each request renders the page anew.
@main
struct MustacheSite {
    static func main() async throws {
        guard let folder = CommandLine.arguments.dropFirst().first else { exit(64) }
        let library = try await MustacheLibrary(directory: folder)
        let datum = try JSONDecoder().decode(Datum.self, from: Data(contentsOf: URL(filePath: folder + "/page.json")))
        // Read only from here on.
        nonisolated(unsafe) let data = datum.value
        let router = Router()
        router.get("/heroes") { _, _ in
            guard let page = library.render(data, withTemplate: "hero-list") else {
                throw HTTPError(.internalServerError)
            }
            return Response(
                status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
                body: .init(byteBuffer: ByteBuffer(string: page)))
        }
        let site = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                print(channel.localAddress?.port ?? 0)
                fflush(nil)
                // Whoever started it holds its input open for as long as it is wanted.
                Thread.detachNewThread {
                    while readLine() != nil {}
                    exit(0)
                }
            }, logger: Self.logger)
        try await site.runService()
    }

    private static var logger: Logger {
        var logger = Logger(label: "mustache-site")
        logger.logLevel = .error
        return logger
    }
}
