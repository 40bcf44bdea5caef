/// One state of an answer, by which its source knows it again.
package struct Version: Hashable, Sendable, Codable {
    /// The source's own mark, such as an ETag; only equality means anything.
    package let mark: String

    package init(mark: String) { self.mark = mark }
}
