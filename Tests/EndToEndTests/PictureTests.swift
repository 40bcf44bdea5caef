import Heroes
import Support
import Testing

/// The pictures that browsers show.
@Suite("Pictures in browsers", .sharedBrowsers, .timeLimit(.minutes(30)))
struct PictureTests {
    @Test("each card of three pages shows the drawing of its own hero", arguments: 1...3)
    func ownDrawings(_ page: Int) async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/heroes?page=\(page)")
            let wrong = try await browser.text(
                """
                return (async () => {
                  const draw = async (image, address) => {
                    if (address) image.src = address;
                    await image.decode();
                    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
                    context.drawImage(image, 0, 0, 40, 60);
                    return context.getImageData(0, 0, 40, 60).data.join();
                  };
                  const seen = [await draw(new Image(), '/static/placeholder.svg')];
                  const wrong = [];
                  for (const card of document.querySelectorAll('#list .card')) {
                    const shown = card.querySelector('.portrait');
                    shown.loading = 'eager';
                    const [drawing, own] = [
                      await draw(shown), await draw(new Image(), `/images/characters/${card.id.slice(5)}.svg`)];
                    if (drawing !== own || seen.includes(own)) wrong.push(card.id);
                    seen.push(own);
                  }
                  return seen.length === \(PageRange.pageLength + 1) ? wrong.join() : `${seen.length} pictures`;
                })();
                """)
            #expect(wrong == "")
        }
    }

    /// A source with one hero that has a drawing, and the server of drawings.
    private struct Drawings {
        let pictures, source: LoopbackUpstream

        /// The drawing named `slow` arrives when the gate is open.
        init(behind gate: Gate = Gate()) throws {
            let drawing = LoopbackUpstream.Reply.text(
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="2" height="3"><path fill="red" d="M0 0h2v3z"/></svg>
                """, headers: [("Content-Type", "image/svg+xml"), ("Cache-Control", "public, max-age=86400")])
            pictures = try LoopbackUpstream { target, _ in
                target.contains("nowhere")
                    ? .text("", status: 404) : target.contains("slow") ? .when(gate, drawing) : drawing
            }
            source = try LoopbackUpstream { [url = pictures.url] _, _ in
                .json(
                    """
                    {"code":200,"status":"Ok","etag":"1","data":{"offset":0,"limit":20,"total":1,"count":1,"results":
                    [{"id":1,"name":"X","title":"X","thumbnail":{"path":"\(url)/i/1","extension":"svg"}}]}}
                    """)
            }
        }

        var options: [String] {
            ["--source", source.url, "--image-host", pictures.url + "/", "HEROES_TEST_PATIENCE=10000"]
        }
    }

    @Test("a hero's page shows the drawing that its list has loaded", arguments: Engine.allCases)
    func oneAddress(_ engine: Engine) async throws {
        let drawings = try Drawings()
        try await withBrowser(engine, at: .own(drawings.options)) { site, browser in
            let isShown = { (portrait: String) in
                let image = "document.querySelector('\(portrait)')"
                return "\(image)?.complete && \(image).naturalWidth > 0"
            }
            try await browser.open(site.url + "/heroes")
            try await browser.expect(isShown("#list .portrait"))
            try await browser.click("#hero-1 > a")
            try await browser.expect(isShown(".hero-side > .portrait"))
            try await browser.expect(isShown(".work .picture"))
            #expect(drawings.pictures.requests.map(\.target) == ["/i/1.svg"])
        }
    }

    @Test(
        "a portrait that is loading is plain, and only one that is broken is the placeholder",
        arguments: Engine.allCases)
    func placeholder(_ engine: Engine) async throws {
        let gate = Gate()
        let drawings = try Drawings(behind: gate)
        try await withBrowser(engine, at: .own(drawings.options), console: ["404"]) { site, browser in
            try await browser.open(site.url + "/heroes")
            try await show("1", browser)
            #expect(try await Wait.until { try await colours(browser) == 2 }, "the drawing")
            try await show("slow", browser)
            #expect(try await colours(browser) == 1, "loading")
            gate.open()
            #expect(try await Wait.until { try await colours(browser) == 2 }, "loaded")
            try await show("nowhere", browser)
            #expect(try await Wait.until { try await colours(browser) > 2 }, "broken")
        }
    }

    /// Replaces the portrait by one with another address, and waits until it is drawn.
    private func show(_ drawing: String, _ browser: Browser) async throws {
        _ = try await browser.run(
            """
            const image = document.querySelector('#list .portrait');
            const src = image.src.replace(/[^/]*$/, '\(drawing).svg');
            image.replaceWith(Object.assign(new Image(), { className: 'portrait', alt: '', src }));
            return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
            """)
    }

    /// Returns the number of colours that the portrait has.
    private func colours(_ browser: Browser) async throws -> Int {
        try await browser.pixels(
            """
            const scale = width / innerWidth;
            const box = document.querySelector('#list .portrait').getBoundingClientRect();
            const colours = {};
            for (let y = box.top + 12; y < Math.min(box.bottom - 12, innerHeight); y++) {
              for (let x = box.left + 12; x < box.right - 12; x++) {
                const pixel = 4 * (Math.round(y * scale) * width + Math.round(x * scale));
                const colour = [0, 1, 2].map(channel => data[pixel + channel] >> 4).join();
                colours[colour] = (colours[colour] ?? 0) + 1;
              }
            }
            // Without those between two others, at their edge.
            return Object.values(colours).filter(count => count > 400).length;
            """)
    }
}
