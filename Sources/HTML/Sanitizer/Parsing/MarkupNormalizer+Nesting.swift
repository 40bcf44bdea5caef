/// An open block element.
struct OpenBlock {
    let name: TagName
    let role: ElementRole
    /// The formats to restore at its end; nil if formats opened inside continue after the block.
    var outerFormats: [OpenFormat]?

    var isHidden: Bool { role == .removed || role == .removedOpaque }
}

/// An open formatting element (emphasis, strong or link); it crosses blocks as in HTML's list of active formatting
/// elements.
struct OpenFormat {
    let name: TagName
    let role: ElementRole
    var href: Range<Int>?
    /// The number of open start tags of the name.
    var count = 1
}

extension MarkupNormalizer {
    mutating func start(_ tag: TagScan) {
        guard let role = tag.role, let name = tag.name, !isUnterminated(name, role) else { return }
        switch role {
        case .emphasis, .strong, .link: startFormat(OpenFormat(name: name, role: role, href: tag.href))
        case .lineBreak: writeBreak()
        case .rule:
            closeParagraph()
            let depth = blocks.count
            startBlock(OpenBlock(name: name, role: .block))
            // At the maximum depth no block was opened.
            if blocks.count > depth { endBlock(at: depth) } else { writeBreak() }
        case .hiddenText, .verbatimText, .plainText: readRawText(name, role)
        case .foreign: if !tag.isSelfClosing { skipForeign(name) }
        case .transparent: break
        default: startBlock(OpenBlock(name: name, role: role))
        }
    }

    mutating func end(_ tag: TagScan) {
        guard let role = tag.role, let name = tag.name else { return }
        switch role {
        case .emphasis, .strong, .link: endFormat(name)
        case .lineBreak: writeBreak()
        case .transparent: break
        default:
            let isTablePart = role == .table || role == .rowGroup || role == .row || role == .cell
            guard
                let index = openBlock(
                    from: { $0.name == name || role == .heading && $0.role == .heading },
                    upTo: {
                        isTablePart
                            ? $0.role == .removedOpaque || $0.role == .table
                            : role != .removedOpaque && $0.role.isScopeBoundary
                    })
            else { return }
            endBlock(at: index)
        }
    }

    private mutating func startFormat(_ format: OpenFormat) {
        if let index = formats.firstIndex(where: { $0.name == format.name }) {
            guard format.role == .link else {
                formats[index].count += 1
                return
            }
            removeFormat(at: index)
        }
        formats.append(format)
    }

    private mutating func endFormat(_ name: TagName) {
        guard let index = formats.lastIndex(where: { $0.name == name }) else { return }
        formats[index].count -= 1
        if formats[index].count == 0 { removeFormat(at: index) }
    }

    private mutating func removeFormat(at index: Int) {
        if hiddenDepth == 0 { closeFormats(downTo: index) }
        formatsWritten = min(formatsWritten, index)
        formats.remove(at: index)
    }

    private mutating func writeBreak() {
        writeTag("<br>")
    }
}
