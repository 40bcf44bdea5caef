@testable import Storage

/// The states that a crash may leave. They are more than ext4 and XFS allow, which store operations on a folder in order:
///
/// - Of the changes of a file since its last fsync any subset survives, a write also in part; or the file is empty, or
///   full of zeros.
/// - Of the operations on a folder since its last fsync any subset survives; one rename survives or not. An fsync of a
///   file stores nothing of its folder.
/// - A failed fsync of a file may lose any of its changes, although reads still show them and a later fsync succeeds.
///   A failed fsync of a folder leaves its operations to a later one, because journals end with their first failure.
/// - What was synced is not damaged.
extension ModelDisk {
    /// The names that a crash leaves, each as a number: the depth of the folder and the name, the index of the file among
    /// those of the folder, since one file may have two names, and its content.
    typealias Image = [Int]

    /// The index of a folder.
    static let folderIndex = 15

    func sync(_ node: Int) {
        if nodes[node].isFolder {
            nodes[node].storedEntries = nodes[node].entries
            nodes[node].operations = []
            nodes[node].survivingEntries = nil
        } else if nodes[node].isDirty {
            nodes[node].stored = [nodes[node].content]
            nodes[node].changes = []
            nodes[node].survivors = nil
        }
    }

    func dropChanges(_ node: Int) {
        nodes[node].stored = survivors(of: node)
        nodes[node].changes = []
        nodes[node].isDirty = false
    }

    /// Returns the contents that a crash may leave of a file.
    private func survivors(of node: Int) -> [Int] {
        if let known = nodes[node].survivors { return known }
        var survivors = Set(nodes[node].stored)
        for change in nodes[node].changes {
            survivors.formUnion(survivors.flatMap { contents.step($0, change).survivors })
        }
        nodes[node].survivors = Array(survivors)
        return Array(survivors)
    }

    /// Returns the entries that a crash may leave of a folder.
    private func survivingEntries(of folder: Int) -> [[Int]] {
        if let known = nodes[folder].survivingEntries { return known }
        var entries: Set = [nodes[folder].storedEntries]
        for operation in nodes[folder].operations {
            entries.formUnion(
                entries.map { before in
                    var after = before
                    for (name, node) in operation { after[name] = node }
                    return after
                })
        }
        nodes[folder].survivingEntries = Array(entries)
        return Array(entries)
    }

    /// Calls the body with each state that a crash may leave.
    func crash(_ body: (Image) -> Void) { crash(folder: 0, depth: 0, [], body) }

    private func crash(folder: Int, depth: Int, _ image: Image, _ body: (Image) -> Void) {
        for entries in survivingEntries(of: folder) {
            var (image, files, options, inner) = (image, [Int](), [[Int]](), Self.none)
            // The places of the files in the image, and their indices.
            var places: [(place: Int, file: Int)] = []
            // A loop over the indices, here and below, takes half the time in a debug build.
            var name = 0
            while name < Contents.nameLimit {
                defer { name += 1 }
                let node = entries[name]
                if node == Self.none { continue }
                let place = (depth * Contents.nameLimit + name) << 4
                if nodes[node].isFolder {
                    inner = node
                    image.append((place | Self.folderIndex) << 32)
                    continue
                }
                let known = files.firstIndex(of: node)
                if known == nil {
                    files.append(node)
                    options.append(survivors(of: node))
                }
                let file = known ?? files.count - 1
                places.append((image.count, file))
                image.append((place | file) << 32)
            }
            choose(0, from: options, places, image) { image in
                if inner == Self.none { body(image) } else { crash(folder: inner, depth: depth + 1, image, body) }
            }
        }
    }

    /// Calls the body with the image for each choice of the contents of its files.
    private func choose(
        _ file: Int, from options: [[Int]], _ places: [(place: Int, file: Int)], _ image: Image,
        _ body: (Image) -> Void
    ) {
        if file == options.count { return body(image) }
        var option = 0
        while option < options[file].count {
            var image = image
            for (place, other) in places where other == file { image[place] |= options[file][option] }
            choose(file + 1, from: options, places, image, body)
            option += 1
        }
    }

    /// Creates the disk after a crash.
    convenience init(_ image: Image, _ contents: Contents) {
        self.init(contents)
        var (folder, depth, files) = (0, 0, [Int: Int]())
        for number in image {
            let (place, index, content) = (number >> 36, number >> 32 & 15, number & 0xffff_ffff)
            if place / Contents.nameLimit > depth {
                folder = nodes[folder].entries.first { $0 != Self.none && nodes[$0].isFolder } ?? 0
                (depth, files) = (depth + 1, [:])
            }
            if files[index] == nil {
                files[index] = nodes.count
                nodes.append(Node(isFolder: index == Self.folderIndex, content: content, stored: [content]))
            }
            nodes[folder].entries[place % Contents.nameLimit] = files[index] ?? 0
            nodes[folder].storedEntries = nodes[folder].entries
        }
    }
}
