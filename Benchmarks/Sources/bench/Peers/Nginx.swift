import Foundation
import Glibc
import Support

extension Peer {
    /// The ways in which nginx sends files; it writes no log.
    enum Tuning: String {
        /// From a buffer, together with the head: fewer calls than sendfile and a corked socket for files of a page's size.
        case speed =
            "sendfile off; output_buffers 1 64k; open_file_cache max=1000 inactive=1h; open_file_cache_valid 1h;"
        /// As in Debian's own configuration.
        case debian = "sendfile on; tcp_nopush on;"
    }

    /// Starts Debian's nginx on static files, sent packed if there is one with the name and `.gz`.
    static func nginx(_ files: [String: [UInt8]], _ tuning: Tuning) throws -> Peer {
        let folder = try TemporaryFolder()
        for (name, content) in files { try folder.write(content, to: name) }
        let program = try Program.path("nginx", ofPackage: "nginx")
        // Another program may take the port before nginx does.
        for _ in 0..<5 {
            let port = try FreePort.find()
            try folder.write(configuration(folder, port, tuning).utf8, to: "nginx.conf")
            let process = try ChildProcess(program, ["-e", folder.path("error.log"), "-c", folder.path("nginx.conf")])
            while process.isRunning {
                // An error means that it does not listen yet.
                if (try? HTTPClient(port: port)) != nil, process.isRunning {
                    return Peer(process, port: port, folder: folder)
                }
                usleep(10_000)
            }
        }
        throw BenchmarkError(
            "nginx does not start: \(try String(contentsOfFile: folder.path("error.log"), encoding: .utf8))")
    }

    private static func configuration(_ folder: TemporaryFolder, _ port: UInt16, _ tuning: Tuning) -> String {
        """
        daemon off;
        \(geteuid() == 0 ? "user root;" : "")
        worker_processes auto;
        worker_rlimit_nofile 16384;
        pid \(folder.path("nginx.pid"));
        error_log \(folder.path("error.log")) crit;
        events { use epoll; worker_connections 16000; multi_accept on; }
        http {
            access_log off;
            \(tuning.rawValue)
            gzip_static on;
            tcp_nodelay on;
            keepalive_timeout 1h;
            keepalive_requests 1000000000;
            types { text/html html; text/css css; }
            client_body_temp_path \(folder.path("body"));
            proxy_temp_path \(folder.path("proxy"));
            fastcgi_temp_path \(folder.path("fastcgi"));
            uwsgi_temp_path \(folder.path("uwsgi"));
            scgi_temp_path \(folder.path("scgi"));
            server { listen 127.0.0.1:\(port) backlog=4096; root \(folder.path); }
        }
        """
    }
}
