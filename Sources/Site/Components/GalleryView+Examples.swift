import HTML

extension GalleryView {
    static let examples = [Example("three heroes", Samples.gallery), Example("nobody", Samples.nothing)]
}
