/// The format of the catalogue's pictures, by its file extension.
package enum PictureFormat: String, CaseIterable, Sendable {
    /// For every client.
    case png
    /// A tenth of the size, for browsers.
    case svg
}
