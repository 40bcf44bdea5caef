import HTML

extension GalleryView {
    package static let examples = [Example("three heroes", Samples.gallery), Example("nobody", Samples.nothing)]
}
