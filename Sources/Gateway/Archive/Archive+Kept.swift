import Basics
import FoundationEssentials
import GRDB
import Glibc

/// The bundled catalogue's archive as a file, so that only the first start has to make it, which takes longer than all
/// else of a start.
///
/// The file belongs to one content of the catalogue and to one build of the program; its name contains the hash of both.
/// It is never changed, so that any number of processes may read it.
extension Archive {
    /// Opens the catalogue's archive that an earlier start kept in the folder, or makes it in memory and keeps it. A
    /// folder that this process may not write has none.
    package static func kept(_ catalogue: Catalogue, in folder: String) throws -> Archive {
        let prefix = "archive-\(catalogue.pictures.rawValue)-"
        let path = "\(folder)/\(prefix)\(schemaVersion)-\(catalogue.fingerprint(with: program))\(keptSuffix)"
        if access(path, R_OK) == 0, let archive = try? Archive(kept: path) { return archive }
        let archive = try Archive()
        try archive.add(catalogue)
        // Written while the site starts; without the file only the next start takes longer.
        let thread = try? SystemThread(named: "archive") { archive.keep(path, in: folder, prefix) }
        thread?.detach()
        return archive
    }

    private static let keptSuffix = ".kept"

    /// The size and the time of this program's file: another build may derive other tables.
    private static var program: String {
        var status = stat()
        guard stat("/proc/self/exe", &status) == 0 else { return "" }
        return "\(status.st_size) \(status.st_mtim.tv_sec)"
    }

    private convenience init(kept path: String) throws {
        try self.init(reading: ArchiveFile(path: path), isWatched: false)
    }

    /// Writes the archive to the path, complete or not at all, and removes those of other builds and contents, which begin
    /// with the same prefix.
    private func keep(_ path: String, in folder: String, _ prefix: String) {
        guard access(folder, W_OK) == 0 else { return }
        let temporary = "\(path).\(getpid())"
        unlink(temporary)
        do {
            try database.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [temporary]) }
        } catch {
            unlink(temporary)
            return
        }
        guard rename(temporary, path) == 0 else { return _ = unlink(temporary) }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        // Unfinished files are removed, too; a process that is still writing one keeps its archive in memory.
        for name in names where name.hasPrefix(prefix) && name.contains(Self.keptSuffix) {
            if "\(folder)/\(name)" != path { unlink("\(folder)/\(name)") }
        }
    }
}
