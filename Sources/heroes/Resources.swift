import Foundation

/// The folders that the program reads at start: templates, static files and the bundled catalogue.
struct Resources {
    let templates: String
    let files: String
    let catalogue: String

    /// Searches the given folder, or else the program's folder and its parents, each also for `share/heroes`, and the
    /// working directory.
    init(folder: String?) throws(CommandError) {
        let candidates = folder.map { [$0] } ?? Self.candidates()
        guard let root = candidates.first(where: Self.hasTemplates) else {
            throw CommandError(
                "The folders Templates and Public were not found. Set the folder that contains them with --resources.")
        }
        templates = root + "/Templates"
        files = root + "/Public"
        // Next to the templates if installed, else in the source.
        let installed = root + "/Catalogue"
        catalogue = FileManager.default.fileExists(atPath: installed) ? installed : root + "/Sources/Gateway/Catalogue"
    }

    private static func hasTemplates(_ folder: String) -> Bool {
        FileManager.default.fileExists(atPath: folder + "/Templates/layout.html")
    }

    private static func candidates() -> [String] {
        var folders: [String] = []
        var folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        while folder.path.count > 1 {
            folders += [folder.path, folder.path + "/share/heroes"]
            folder.deleteLastPathComponent()
        }
        return folders + [FileManager.default.currentDirectoryPath]
    }
}
