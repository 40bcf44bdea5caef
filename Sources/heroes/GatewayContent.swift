import Gateway

/// What a gateway of this program serves: the bundled catalogue with its pictures, or an archive whose pictures are
/// where the recorded answers say.
struct GatewayContent: Sendable {
    let archive: Archive
    let images: Images?

    /// Looks for the catalogue only where no archive is named.
    init(archive path: String?, catalogue folder: () throws -> String) throws {
        if let path {
            archive = try Archive.existing(path: path)
            images = nil
        } else {
            let catalogue = try Catalogue.load(folder: try folder())
            archive = try Archive()
            try archive.add(catalogue)
            images = Images(catalogue)
        }
    }
}
