import Gateway

/// The content of a gateway: the bundled catalogue with its pictures, or an archive, which has the URLs of pictures on
/// other hosts.
struct GatewayContent: Sendable {
    let archive: Archive
    let images: Images?

    /// Opens the archive at the path, or else loads the catalogue, whose pictures are named in this format and cached in
    /// a folder as PNG.
    init(
        archive path: String?, pictures: PictureFormat, pictureFolder: String?, catalogue folder: () throws -> String
    ) throws {
        if let path {
            archive = try Archive.existing(path: path)
            images = nil
        } else {
            let catalogue = try Catalogue.load(folder: try folder(), pictures: pictures)
            archive = try Archive()
            try archive.add(catalogue)
            images = Images(catalogue, folder: pictureFolder.map { PictureFolder(path: $0) })
        }
    }
}
