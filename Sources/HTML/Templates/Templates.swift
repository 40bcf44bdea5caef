import FoundationEssentials

/// A folder of templates, checked against the views they render.
package struct Templates: Sendable {
    /// By template; each runs with the view that it was compiled for.
    private let programs: [String: (view: ObjectIdentifier, program: Program)]

    /// Parses and checks every template in the folder; throws all problems with file, line and column.
    package init(folder: String, views: [any TemplateView.Type]) throws(TemplateError) {
        let label = folder.split(separator: "/").last.map(String.init) ?? folder
        try self.init(files: try Self.files(in: folder, label), folder: label, views: views)
    }

    /// Parses and checks templates given by name without extension; problems name the given folder.
    package init(
        files: [String: [UInt8]], folder: String = "Templates", views: [any TemplateView.Type]
    ) throws(TemplateError) {
        let templateSet = try TemplateSet(files, folder: folder)
        var programs: [String: (view: ObjectIdentifier, program: Program)] = [:]
        var problems: [TemplateError.Problem] = []
        for view in views {
            for name in view.templates {
                do {
                    programs[name] = (ObjectIdentifier(view), try Compiler.compile(view, name, templateSet))
                } catch {
                    // A problem in a partial that two views share is reported once.
                    if !problems.contains(where: { $0.isAt(error) }) { problems.append(error) }
                }
            }
        }
        guard problems.isEmpty else { throw TemplateError(problems: problems) }
        self.programs = programs
    }

    package func render<V: TemplateView>(_ view: V) -> Rendering {
        let output = output(view)
        guard let cut = output.cut else { return Rendering(head: output.bytes, tail: nil) }
        return Rendering(head: Array(output.bytes[..<cut]), tail: Array(output.bytes[cut...]))
    }

    /// Renders the view as markup to embed in another one.
    package func markup(_ view: some TemplateView) -> SafeHTML {
        SafeHTML(trusted: String(decoding: output(view).bytes, as: UTF8.self))
    }

    private func output(_ view: some TemplateView) -> Program.Output {
        var output = Program.Output()
        output.bytes.reserveCapacity(32 * 1024)
        write(view, into: &output)
        return output
    }

    private func write<V: TemplateView>(_ view: V, into output: inout Program.Output) {
        guard let compiled = programs[view.template], compiled.view == ObjectIdentifier(V.self) else {
            return assertionFailure("\(V.self) is not among the views the templates were checked for")
        }
        compiled.program.run(view, into: &output)
    }
}

extension Templates {
    private static func files(in folder: String, _ label: String) throws(TemplateError) -> [String: [UInt8]] {
        let suffix = ".html"
        var files: [String: [UInt8]] = [:]
        do {
            // Editors put hidden temporary files, with names that start with a dot, beside the real ones.
            for file in try FileManager.default.contentsOfDirectory(atPath: folder)
            where file.hasSuffix(suffix) && !file.hasPrefix(".") {
                let data = try Data(contentsOf: URL(filePath: folder).appending(path: file))
                files[String(file.dropLast(suffix.count))] = Array(data)
            }
        } catch {
            throw TemplateError(
                problems: [.init(file: label, line: 1, column: 1, message: "cannot be read: \(error)")])
        }
        return files
    }
}

/// The bytes of a rendered page, in two parts if data was pending.
package struct Rendering: Sendable, Hashable {
    package let head: [UInt8]
    /// The bytes after the pending data; nil if nothing was pending.
    package let tail: [UInt8]?

    package init(head: [UInt8], tail: [UInt8]? = nil) {
        self.head = head
        self.tail = tail
    }

    package var bytes: [UInt8] { tail.map { head + $0 } ?? head }
}

/// All problems of a template folder, one line each.
package struct TemplateError: Error, Hashable, CustomStringConvertible {
    package let problems: [Problem]

    /// A problem and its location.
    package struct Problem: Error, Hashable, CustomStringConvertible {
        package let file: String
        /// One-based, as in editors; columns count Unicode scalars.
        package let line: Int
        package let column: Int
        package let message: String

        func isAt(_ other: Problem) -> Bool { (file, line, column) == (other.file, other.line, other.column) }

        package var description: String { "\(file):\(line):\(column): \(message)" }
    }

    package var description: String { problems.map(\.description).joined(separator: "\n") }
}
