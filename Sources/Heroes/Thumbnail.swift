/// A picture that its host keeps in several sizes: path, variant and file extension make a URL.
package struct Thumbnail: Hashable, Sendable, Codable {
    /// Everything before the variant: an absolute https (or loopback http) URL, or a path on this site.
    package let path: String
    /// The file extension without its dot.
    package let fileExtension: String

    package init(path: String, fileExtension: String) {
        self.path = path
        self.fileExtension = fileExtension
    }

    package func url(_ variant: Variant) -> String { "\(path)/\(variant.rawValue).\(fileExtension)" }

    /// The sizes the site asks for, named as the Marvel API names them.
    package enum Variant: String, Sendable, CaseIterable {
        case portraitMedium = "portrait_medium"
        case portraitFantastic = "portrait_fantastic"
        case portraitUncanny = "portrait_uncanny"
        case detail

        /// Width and height in pixels.
        package var size: (width: Int, height: Int) {
            switch self {
            case .portraitMedium: (100, 150)
            case .portraitFantastic: (168, 252)
            case .portraitUncanny: (300, 450)
            case .detail: (500, 750)
            }
        }
    }
}
