/// A picture in several sizes.
///
/// A `*` in the path is the placeholder of the size, as in Comic Vine's URLs; without one the size follows the path as
/// a file name, as in Marvel's.
package struct Thumbnail: Hashable, Sendable, Codable {
    /// An absolute https (or loopback http) URL, or a path on this site, without the file extension.
    package let path: String
    /// The file extension without its dot; empty if the URL has none.
    package let fileExtension: String

    package init(path: String, fileExtension: String) {
        self.path = path
        self.fileExtension = fileExtension
    }

    /// Returns the URL of the picture in the size for a role.
    package func url(_ role: Role) -> String {
        let end = fileExtension.isEmpty ? "" : "." + fileExtension
        guard let index = path.utf8.firstIndex(of: UInt8(ascii: "*")) else {
            // An SVG file has all sizes, so a page uses the one that another has loaded.
            return fileExtension == "svg" ? path + end : path + "/" + role.format.marvel + end
        }
        return path[..<index] + role.format.comicVine + path[path.index(after: index)...] + end
    }

    /// Returns the URL of the PNG for link previews, 1200 by 630 pixels, of a picture that this site draws itself; nil
    /// for any other, whose largest size has to do.
    package var linkPreviewURL: String? {
        path.utf8.first == UInt8(ascii: "/") && fileExtension == "svg" ? "\(path)/link_preview.png" : nil
    }

    /// The roles of a picture on the site, from the smallest to the largest.
    package enum Role: Sendable, CaseIterable {
        /// In a list of topics on a small screen.
        case preview
        /// In a list of topics, and in a card on a small screen.
        case cover
        /// In a card, and at the head of a page on a small screen.
        case card
        /// At the head of a hero's page.
        case portrait

        /// Width and height in pixels.
        package var size: (width: Int, height: Int) { (format.width, format.height) }

        /// The size in pixels, and its names in Marvel's and Comic Vine's URLs.
        fileprivate var format: (width: Int, height: Int, marvel: String, comicVine: String) {
            switch self {
            case .preview: (100, 150, "portrait_medium", "scale_small")
            case .cover: (168, 252, "portrait_fantastic", "scale_small")
            case .card: (300, 450, "portrait_uncanny", "scale_medium")
            case .portrait: (500, 750, "detail", "scale_super")
            }
        }
    }
}
