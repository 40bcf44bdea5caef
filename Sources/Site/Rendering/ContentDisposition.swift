import Basics
import Heroes

/// Values of Content-Disposition (RFC 6266).
enum ContentDisposition {
    /// The limit of a file's name in bytes, without its extension; file systems allow 255.
    private static let nameLimit = 200

    /// Returns the value for a download that is named after a title: its name in UTF-8 (RFC 8187), and one in ASCII for
    /// older clients. `fallback` is the name of a title without a Latin letter, or without any.
    static func attachment(_ title: String, fallback: String, extension suffix: String) -> String {
        let slug = Slug.of(title)
        let plain = slug.utf8.contains(where: \.isLetter) ? slug : fallback
        let name = fileName(title).nonEmpty ?? fallback
        let encoded = PercentEncoding.encode("\(name).\(suffix)")
        return "attachment; filename=\"\(plain).\(suffix)\"; filename*=UTF-8''\(encoded)"
    }

    /// Returns the title with blanks for the characters that a file system or a shell reserves, and without invisible
    /// ones.
    private static func fileName(_ title: String) -> String {
        var name = String.UnicodeScalarView()
        for scalar in title.unicodeScalars {
            switch scalar {
            case "/", "\\", ":", "*", "?", "\"", "<", ">", "|", "%": name.append(" ")
            case _ where scalar.properties.isWhitespace: name.append(" ")
            case _ where [.control, .format].contains(scalar.properties.generalCategory): break
            default: name.append(scalar)
            }
        }
        let words = String(name).split(separator: " ").joined(separator: " ").cut(toBytes: nameLimit)
        // A name that begins with a full stop is hidden on Unix.
        let visible = words.drop { ". ~".contains($0) }
        return String(visible).trimmed
    }
}
