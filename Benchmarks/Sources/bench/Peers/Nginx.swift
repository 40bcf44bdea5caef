import Foundation
import Glibc

/// Debian’s nginx with static files: what the figures are compared with.
enum Nginx {
    /// How files are sent. Neither way writes a log.
    enum Tuning {
        /// Files of a page’s size are sent with fewer calls from a buffer, with the head, than by sendfile and a corked
        /// socket.
        case speed
        /// As Debian’s own configuration has it.
        case debian

        fileprivate var directives: String {
            switch self {
            case .speed:
                "sendfile off; output_buffers 1 64k; open_file_cache max=1000 inactive=1h; open_file_cache_valid 1h;"
            case .debian: "sendfile on; tcp_nopush on;"
            }
        }
    }

    /// Serves files by their names, with more directives for the server block where there are any.
    static func serving(
        _ files: [String: [UInt8]], _ directives: [String] = [], tuning: Tuning = .speed
    ) throws -> Peer {
        let folder = try TemporaryFolder()
        for (name, content) in files { try folder.write(content, to: "files/\(name)") }
        let program = try Program.path("nginx", ofPackage: "nginx")
        // Somebody else may take the port before nginx does.
        for _ in 0..<5 {
            let port = try PlainClient.freePort()
            try folder.write(configuration(folder, port, directives, tuning).utf8, to: "nginx.conf")
            let child = try Child(program, ["-e", folder.path("error.log"), "-c", folder.path("nginx.conf")])
            if isServing(child, port) { return Peer(child: child, port: port, folder: folder) }
        }
        let log = try String(contentsOfFile: folder.path("error.log"), encoding: .utf8)
        throw Unmeasurable("nginx does not start: \(log)")
    }

    /// Waits until nginx takes connections; false where it ends instead.
    private static func isServing(_ child: Child, _ port: UInt16) -> Bool {
        while child.isRunning {
            // Not yet is no error.
            if (try? PlainClient(port: port)) != nil { return child.isRunning }
            usleep(10_000)
        }
        return false
    }

    private static func configuration(
        _ folder: TemporaryFolder, _ port: UInt16, _ directives: [String], _ tuning: Tuning
    ) -> String {
        """
        daemon off;
        \(geteuid() == 0 ? "user root;" : "")
        worker_processes auto;
        worker_rlimit_nofile 16384;
        pid \(folder.path("nginx.pid"));
        error_log \(folder.path("error.log")) crit;
        events {
            use epoll;
            worker_connections 16000;
            multi_accept on;
        }
        http {
            access_log off;
            \(tuning.directives)
            tcp_nodelay on;
            keepalive_timeout 1h;
            keepalive_requests 1000000000;
            types { text/html html; text/css css; image/svg+xml svg; }
            client_body_temp_path \(folder.path("body"));
            proxy_temp_path \(folder.path("proxy"));
            fastcgi_temp_path \(folder.path("fastcgi"));
            uwsgi_temp_path \(folder.path("uwsgi"));
            scgi_temp_path \(folder.path("scgi"));
            server {
                listen 127.0.0.1:\(port) backlog=4096;
                root \(folder.path("files"));
                \(directives.joined(separator: "\n        "))
            }
        }
        """
    }
}
