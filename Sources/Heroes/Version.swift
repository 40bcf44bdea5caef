/// A version of an answer.
package struct Version: Hashable, Sendable, Codable {
    /// The source's own mark, such as an ETag; only equality means anything.
    package let mark: String

    package init(mark: String) { self.mark = mark }

    /// Nil for a mark that cannot be sent back in a header as it is, or is longer than any such mark.
    package init?(validating mark: String?) {
        guard let mark, (1...200).contains(mark.utf8.count), mark.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return nil
        }
        self.mark = mark
    }
}
