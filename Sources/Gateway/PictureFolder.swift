import FoundationEssentials
import Synchronization

/// A folder of rendered pictures, so that a restart does not render them again.
package final class PictureFolder: Sendable {
    private let path: String
    private let byteLimit: Int
    private let saved = Atomic<Int>(0)

    /// The last chunk of every complete PNG file (PNG specification, section 11.2.5).
    private static let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]

    /// Creates the folder at the first picture. `byteLimit` limits all its files together.
    package init(path: String, byteLimit: Int = 256 << 20) { (self.path, self.byteLimit) = (path, byteLimit) }

    /// Returns the file, or nil if there is none or it is incomplete.
    func load(_ name: String) -> [UInt8]? {
        // A file that cannot be read is rendered again.
        guard let data = try? Data(contentsOf: URL(filePath: "\(path)/\(name).png")),
            data.suffix(Self.end.count).elementsEqual(Self.end)
        else { return nil }
        return Array(data)
    }

    /// Writes the file, and every 100 files deletes the oldest beyond the limit.
    func save(_ name: String, _ bytes: [UInt8]) {
        // Without the file, the picture is rendered again after a restart.
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try? Data(bytes).write(to: URL(filePath: "\(path)/\(name).png"), options: .atomic)
        if saved.wrappingAdd(1, ordering: .relaxed).oldValue.isMultiple(of: 100) { evict() }
    }

    private func evict() {
        let files = FileManager.default
        // Other processes may delete files at the same time; those count as empty.
        let known = ((try? files.contentsOfDirectory(atPath: path)) ?? []).filter { $0.hasSuffix(".png") }.map { name in
            let attributes = try? files.attributesOfItem(atPath: "\(path)/\(name)")
            return (name, attributes?[.size] as? Int ?? 0, attributes?[.modificationDate] as? Date ?? .distantPast)
        }
        var total = known.reduce(0) { $0 + $1.1 }
        for (name, size, _) in known.sorted(by: { $0.2 < $1.2 }) {
            guard total > byteLimit else { return }
            // Stays until the next eviction.
            try? files.removeItem(atPath: "\(path)/\(name)")
            total -= size
        }
    }
}
