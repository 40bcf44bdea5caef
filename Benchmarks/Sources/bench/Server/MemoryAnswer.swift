import HTTP
import HTTPTypes

/// A page of 12 KiB in memory, with the fields that nginx sends with a file.
enum MemoryAnswer {
    static let bytes: [UInt8] = {
        let start = "<!DOCTYPE html>\n<title>Twelve kibibytes</title>\n"
        let line = "<p>One line of a page that says little and is as long as many another.</p>\n"
        let text = start + String(repeating: line, count: 12 * 1024 / line.utf8.count + 1)
        return Array(text.utf8.prefix(12 * 1024))
    }()

    static let response = Response(
        fields: [
            .server: "MarvelHeroes/1.0", .contentType: "text/html", .lastModified: "Sat, 01 Nov 2025 12:00:00 GMT",
            .eTag: "\"67e3b0a0-3000\"", .acceptRanges: "bytes",
        ],
        body: .bytes(bytes))
}
