import Curl
import Glibc
import Support
import Testing

@Suite struct TLSTests {
    @Test("a certificate of somebody's own making, for another name, is not believed, and h2 is offered to its owner")
    func selfMade() async throws {
        let server = try TLSServer(name: "wrong.example")
        let error = await failure(CurlRequest(url: "https://127.0.0.1:\(server.port)/?apikey=secret"))
        guard case .broken(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.code == 60)
        #expect(!"\(reason)".contains("secret"))
        let told = server.rest()
        #expect(told.contains("ALPN protocols advertised by the client: h2, http/1.1"))
        #expect(!told.contains("secret"))
    }

    @Test("a host that never answers the first word of TLS was never connected to")
    func noTLS() async throws {
        let upstream = try LoopbackUpstream { _, _ in .text("") }
        // The other side waits for the end of a head, which TLS does not have.
        let url = upstream.url.replacing("http:", with: "https:")
        guard case .timedOut(let reason) = await failure(CurlRequest(url: url, timeout: 0.3)) else {
            Issue.record("no timeout")
            return
        }
        #expect(!reason.wasConnected)
    }

    private func failure(_ request: CurlRequest) async -> CurlError? {
        do throws(CurlError) {
            _ = try await Curl().send(request)
            return nil
        } catch {
            return error
        }
    }
}

/// `openssl s_server` with a certificate made for it, on a free port, for one connection.
private final class TLSServer {
    let port: Int
    private let folder: TemporaryFolder
    private let output: UnsafeMutablePointer<FILE>

    struct Unstarted: Error {}

    init(name: String) throws {
        folder = try TemporaryFolder()
        let make = """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=\(name) \
            -addext subjectAltName=DNS:\(name) -keyout \(folder.path)/key -out \(folder.path)/certificate 2>&1
            """
        let serve = """
            exec timeout 60 openssl s_server -accept 127.0.0.1:0 -naccept 1 -www -alpn h2,http/1.1 \
            -key \(folder.path)/key -cert \(folder.path)/certificate </dev/null 2>&1
            """
        guard let output = popen("\(make) && \(serve)", "r") else { throw Unstarted() }
        self.output = output
        while let line = Self.line(output) {
            if let match = line.firstMatch(of: /ACCEPT 127\.0\.0\.1:(\d+)/), let port = Int(match.1) {
                self.port = port
                return
            }
        }
        throw Unstarted()
    }

    /// What it said since it was ready, once its connection has ended.
    func rest() -> String {
        var text = ""
        while let line = Self.line(output) { text += line }
        return text
    }

    deinit { pclose(output) }

    private static func line(_ file: UnsafeMutablePointer<FILE>) -> String? {
        var bytes = [CChar](repeating: 0, count: 4096)
        return fgets(&bytes, Int32(bytes.count), file).map { String(cString: $0) }
    }
}
