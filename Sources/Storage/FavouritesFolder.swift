import Basics
import Heroes

/// The visitors' files of a folder, read without a lock and without a change, also while a site uses it.
package struct FavouritesFolder: VisitorSource {
    private let path: String
    private let system: FileSystem

    /// The attempts to read a folder in which a site may be replacing a file.
    private static let attemptLimit = 3

    /// Throws if there is no such folder.
    package init(_ path: String) throws(FavouritesError) { try self.init(path, FileSystem()) }

    init(_ path: String, _ system: FileSystem) throws(FavouritesError) {
        (self.path, self.system) = (path, system)
        guard try system.openFolder(path) != nil else { throw .unavailable("there is no folder \(path)") }
    }

    package func page(after id: [UInt8], limit: Int) async throws(FavouritesError) -> VisitorPage {
        var page = VisitorPage()
        let previous = id.isEmpty ? nil : (id[0], id[1])
        for outer in (previous?.0 ?? 0)...255 {
            for inner in try innerFolders(outer) {
                if let previous, (outer, inner) <= previous { continue }
                let part = await read([outer, inner])
                page.visitors += part.visitors
                page.problems += part.problems
                // A folder is in one page, because a file without the complete id has no position in it.
                page.end = [outer, inner] + [UInt8](repeating: 255, count: 30)
                if page.visitors.count + page.problems.count >= limit { return page }
            }
        }
        page.end = nil
        return page
    }

    /// Returns the inner folders in order.
    private func innerFolders(_ outer: UInt8) throws(FavouritesError) -> [UInt8] {
        let folder = "\(path)/\(Hex.text([outer]))"
        guard try system.openFolder(folder) != nil else { return [] }
        return try system.names(in: folder).compactMap { name in
            name.utf8.count == 2 && name.utf8.allSatisfy(Hex.isDigit) ? UInt8(name, radix: 16) : nil
        }.sorted()
    }

    /// Returns the visitors of a folder, with problems only if they are still there in the last attempt.
    private func read(_ prefix: [UInt8]) async -> VisitorPage {
        var page = VisitorPage()
        for number in 1...Self.attemptLimit {
            page = read(Hex.text(prefix.prefix(1)) + "/" + Hex.text(prefix.suffix(1)))
            if page.problems.isEmpty || number == Self.attemptLimit { break }
            try? await Task.sleep(for: .milliseconds(100))  // A cancelled task continues at once.
        }
        return page
    }

    private func read(_ name: String) -> VisitorPage {
        var page = VisitorPage()
        do throws(FavouritesError) {
            guard let folder = try system.openFolder("\(path)/\(name)") else { return page }
            for files in try visitors(in: name) {
                do throws(FavouritesError) {
                    try read(files, in: folder, into: &page)
                } catch {
                    page.problems.append(CopyProblem("\(error)"))
                }
            }
        } catch {
            page.problems.append(CopyProblem("\(error)"))
        }
        return page
    }

    /// Returns the visitors of a folder in order, with the complete id if one of their files has it.
    private func visitors(in folder: String) throws(FavouritesError) -> [VisitorFiles] {
        var visitors: [Substring: VisitorFiles] = [:]
        for name in try system.names(in: "\(path)/\(folder)") {
            guard let files = VisitorFiles(of: name), files.id != nil || visitors[files.short] == nil else { continue }
            visitors[files.short] = files
        }
        return visitors.values.sorted { $0.hash < $1.hash }
    }

    /// Reads the current file, or the previous one if that is damaged or missing, as the store does.
    private func read(
        _ files: VisitorFiles, in folder: FileDescriptor, into page: inout VisitorPage
    ) throws(FavouritesError) {
        var reasons: [String] = []
        for name in [files.current, files.previous] {
            switch try system.content(of: name, in: folder) {
            case .missing:
                if try system.status(of: VisitorFiles.damaged(name), in: folder) != nil {
                    reasons.append("\(VisitorFiles.damaged(name)) is damaged")
                }
            case .damaged(let reason): reasons.append("\(name) is damaged (\(reason))")
            case .list(_, let bytes, let modified):
                guard let id = files.id else {
                    reasons.append("the file beside \(name), which has the visitor's id, is missing")
                    break
                }
                page.visitors.append(StoredVisitor(id: id, content: bytes, modified: modified))
                guard name == files.previous, let reason = reasons.first else { return }
                return page.problems.append(
                    CopyProblem("\(reason), copying the previous list of the visitor", hasPrevious: true))
            }
        }
        if reasons.isEmpty { reasons = ["\(files.current) changes while it is read"] }
        page.problems.append(CopyProblem(reasons.joined(separator: ", ")))
    }
}
