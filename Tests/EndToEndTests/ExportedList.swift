import Foundation
import Support

/// A file of favourites that a browser can upload; it is removed with this object.
struct ExportedList {
    private let folder: TemporaryFolder
    var path: String { folder.path + "/favourites.csv" }

    init(_ text: String) throws {
        folder = try TemporaryFolder()
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
}
