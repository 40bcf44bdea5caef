import Basics
import Dispatch
import FoundationEssentials
import Heroes
import Synchronization

/// Answers in a folder, one file each, which survive a restart and which several processes may share.
///
/// A file is written beside its place and renamed into it, so that a reader finds the old one or the new one. Nothing
/// waits for the disk: what a power failure takes or tears is a missing answer or one whose checksum is wrong, and
/// both are only asked for again.
package final class DiskStore: Sendable {
    let folder: StoreFolder
    private let report: @Sendable (CacheEvent) -> Void
    /// Files are read and written here, away from the threads on which Swift's tasks run; no read waits for a write.
    private let reading = DispatchQueue(label: "heroes.cache.reading")
    private let writing = DispatchQueue(label: "heroes.cache.writing")

    /// Makes the folder where there is none, and learns what is in it while other things begin. The index of its files
    /// is in memory and has a limit of its own.
    ///
    /// - Throws: `StoreFolder.Unusable`
    package init(
        folder path: String, byteLimit: Int = 1024 * 1024 * 1024, indexByteLimit: Int = 8 * 1024 * 1024,
        report: @escaping @Sendable (CacheEvent) -> Void = { _ in }
    ) throws {
        folder = try StoreFolder(path, byteLimit: byteLimit, indexByteLimit: indexByteLimit)
        self.report = report
        writing.async { [folder] in folder.scan() }
    }

    /// A name for the folder of a source's answers, which no other source's has: what is harmless of the end of the
    /// source's own name, and a digest.
    package static func folderName(of source: String) -> String {
        let readable = source.suffix(100).map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "." ? $0 : "_" }
        return String(readable) + "-" + Hex.text(SHA256.hash(data: Array(source.utf8))).prefix(16)
    }

    /// The kept answer, whatever its age.
    func load(_ question: Question) async -> Entry? {
        await withCheckedContinuation { continuation in
            reading.async { continuation.resume(returning: self.read(question)) }
        }
    }

    /// Keeps the answer; one that cannot be kept is told of and else does not matter.
    func save(_ question: Question, _ entry: Entry) {
        writing.async { [folder, report] in
            do {
                guard let bytes = try entry.bytes(of: question) else { return }
                try folder.write(bytes, as: Self.name(of: question))
            } catch {
                report(.store("an answer cannot be kept: \(error)"))
            }
        }
    }

    func remove(_ question: Question) { writing.async { [folder] in folder.remove(Self.name(of: question)) } }

    /// The heroes of the lists used last, oldest first, of at most so many lists, and when they were told.
    func heroes(ofLists count: Int) async -> [(heroes: [Hero], told: Date)] {
        await withCheckedContinuation { continuation in
            writing.async { [folder] in
                let names = folder.latest(count) {
                    $0.hasPrefix(Kind.list.rawValue) || $0.hasPrefix(Kind.search.rawValue)
                }
                let lists = names.compactMap { name -> Record<Slice<Hero>>? in
                    // What cannot be read is found again by whoever asks for it, who also removes it.
                    try? folder.read(name).flatMap { try Record<Slice<Hero>>($0) }
                }
                continuation.resume(
                    returning: lists.reversed().map { ($0.value.items, Date(timeIntervalSince1970: $0.told)) })
            }
        }
    }

    /// Returns once everything given before is on disk.
    func settle() async {
        await withCheckedContinuation { continuation in writing.async { continuation.resume() } }
    }

    private func read(_ question: Question) -> Entry? {
        let name = Self.name(of: question)
        do {
            guard let bytes = try folder.read(name) else { return nil }
            guard let entry = try question.answer.entry(question, bytes) else {
                throw StoreFolder.Unusable(path: name, reason: "it is no whole record")
            }
            return entry
        } catch {
            folder.remove(name)
            report(.store("a kept answer was discarded: \(error)"))
            return nil
        }
    }

    /// The kind and a digest: what visitors type is in no file's name.
    private static func name(of question: Question) -> String {
        "\(question.kind.rawValue)-" + Hex.text(SHA256.hash(data: Array(question.text.utf8))).prefix(40)
    }
}

extension Rememberable {
    /// Nil where the bytes are no such answer to the question.
    fileprivate static func entry(_ question: Question, _ bytes: [UInt8]) throws -> Entry? {
        guard let record = try Record<Self>(bytes), record.question == question.text else { return nil }
        return Entry(.success(record.value), told: Date(timeIntervalSince1970: record.told))
    }
}
