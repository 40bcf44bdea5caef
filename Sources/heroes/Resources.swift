import Foundation

/// The folders that the program reads at start: templates, static files and the bundled catalogue.
struct Resources {
    let templates: String
    let files: String
    let catalogue: String

    /// Looks in the given folder; without one beside the program, in the folders above it, and in the working folder.
    init(folder: String?) throws(CommandError) {
        let candidates = folder.map { [$0] } ?? Self.candidates()
        guard let root = candidates.first(where: Self.holdsTemplates) else {
            throw CommandError(
                "The folders Templates and Public were not found. Name the folder that holds them with --resources.")
        }
        templates = root + "/Templates"
        files = root + "/Public"
        // Installed beside the program, or where the source keeps it.
        let installed = root + "/Catalogue"
        catalogue = FileManager.default.fileExists(atPath: installed) ? installed : root + "/Sources/Gateway/Catalogue"
    }

    private static func holdsTemplates(_ folder: String) -> Bool {
        FileManager.default.fileExists(atPath: folder + "/Templates/layout.html")
    }

    private static func candidates() -> [String] {
        var folders: [String] = []
        var folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        while folder.path.count > 1 {
            folders.append(folder.path)
            folder.deleteLastPathComponent()
        }
        return folders + [FileManager.default.currentDirectoryPath]
    }
}
