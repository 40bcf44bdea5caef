import HTML
import Site

/// The real list page, rendered from templates, by hand and by swift-mustache.
struct TemplateSuite {
    func report() async throws -> Report {
        let page = try ListPage(CatalogueFiles().heroes)
        let view = page.view
        let mustache = try MustachePage(view)
        let bytes = page.templates.render(view).bytes
        try await check(page, bytes, mustache)
        let times = try Contest().times([
            { page.templates.render(view).bytes.count },
            { HandWrittenPage.render(view).count },
            { try mustache.render().utf8.count },
            { Addresses.make(view) },
            { page.view.frame.title.utf8.count },
        ])
        let text = """
            ## Templates

            `script/bench templates`: the site's list page, \(page.names.count) heroes of the bundled catalogue, \
            \(bytes.count) bytes; the templates' page is compared byte for byte with the site's own answer and with the \
            page appended by hand, swift-mustache's without whitespace. Processor time, medians of \(Contest.rounds) rounds in one process, by turns.

            \(table(times))

            Templates to appends: \(ratio(times[0], times[1])); with the addresses taken off both, \
            \(((times[0].median - times[3].median) / (times[1].median - times[3].median)).text(2)). \
            swift-mustache to templates: \(ratio(times[2], times[0])).
            """
        return Report(text: text, figures: figures(times))
    }

    private func figures(_ times: [Spread]) -> [Figure] {
        [
            Figure(name: "templates: time to appends by hand", value: times[0].ratio(to: times[1])),
            Figure(name: "templates: swift-mustache’s time to the templates’", value: times[2].ratio(to: times[0])),
        ]
    }

    private func table(_ times: [Spread]) -> String {
        var table = Table("one page", "µs", "lowest to highest", "to appends")
        let names = [
            "templates", "appends by hand", "swift-mustache, its data ready",
            "of the first two: addresses of heroes and hearts", "the view, before any of them",
        ]
        for (name, time) in zip(names, times) {
            table.add(name, time.text(1e6, 1), time.range(1e6, 1), ratio(time, times[1]))
        }
        return table.text
    }

    private func ratio(_ time: Spread, _ base: Spread) -> String { time.ratio(to: base).text(2) }

    /// All that is compared has to be the same page.
    private func check(_ page: ListPage, _ bytes: [UInt8], _ mustache: MustachePage) async throws {
        try check("the site’s answer", await page.answer(), against: bytes)
        try check("the page appended by hand", HandWrittenPage.render(page.view), against: bytes)
        let rendered = try mustache.render()
        guard withoutBlanks(rendered.utf8) == withoutBlanks(bytes) else {
            throw Unmeasurable("swift-mustache renders another page")
        }
    }

    private func check(_ name: String, _ page: [UInt8], against rendered: [UInt8]) throws {
        let texts = [page, rendered].map { String(decoding: $0, as: UTF8.self).split(separator: "\n") }
        guard page != rendered else { return }
        let place = zip(texts[0], texts[1]).first { $0 != $1 } ?? ("its end", "the other’s")
        throw Unmeasurable("\(name) differs from what the templates make: “\(place.0)” for “\(place.1)”")
    }

    private func withoutBlanks(_ text: some Collection<UInt8>) -> [UInt8] { text.filter { $0 > 0x20 } }
}
