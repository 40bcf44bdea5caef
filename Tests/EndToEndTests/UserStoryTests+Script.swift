import Foundation
import Testing

/// Features of the script, each of which works without it, too.
extension UserStoryTests {
    private static let count = "document.querySelector('#favourites-count').textContent"
    private static let status = "document.querySelector('#status').textContent"

    @Test("a heart toggles without a page load, is announced to screen readers, and can be undone")
    func heartToggle() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/heroes")
            _ = try await browser.run("window.isSamePage = true")
            let heart = "#list .card:nth-child(3) .heart"
            let name = try await browser.text(
                "return document.querySelector('#list .card:nth-child(3) .name').textContent")
            let isOn = "document.querySelector('\(heart)').getAttribute('aria-pressed') === 'true'"
            try await browser.click(heart)
            try await browser.expect("\(Self.count) === '1' && \(isOn)")
            try await browser.expect("\(Self.status) === '\(name) added to your favourites.'")
            try await browser.click(heart)
            try await browser.expect("\(Self.count) === '0' && !(\(isOn))")
            try await browser.expect("document.querySelector('.toast button') !== null")
            try await browser.click("#status button")
            try await browser.expect("\(Self.count) === '1' && \(isOn)")
            #expect(try await browser.isTrue("return window.isSamePage === true"))
            try await browser.expect("\(Self.status).includes('added')")
            try await browser.open(site.url + "/favourites")
            #expect(try await browser.number("return document.querySelectorAll('.card').length") == 1)
            _ = try await browser.run("navigator.clipboard.writeText = async text => { window.copied = text; };")
            try await browser.click("[data-share]")
            try await browser.expect("\(Self.status).startsWith('Link copied.')")
            let link = try await browser.text("return document.querySelector('.page-heading a[href*=ids]').href")
            #expect(try await browser.text("return window.copied") == link)
            _ = try await browser.run(
                """
                navigator.share = async () => { window.shares = 1; throw new DOMException('', 'AbortError'); };
                document.querySelector('#status').textContent = '';
                """)
            try await browser.click("[data-share]")
            try await browser.expect("window.shares === 1")
            #expect(try await browser.isTrue("return \(Self.status) === ''"))
            _ = try await browser.run(
                "navigator.share = undefined; navigator.clipboard.writeText = () => Promise.reject();")
            try await browser.click("[data-share]")
            try await browser.expect("\(Self.status).startsWith('\(link)')")
        }
    }

    @Test("hearts that a new visitor presses faster than the site responds are all stored", arguments: [2, 5])
    func heartsAtOnce(count: Int) async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/heroes")
            // In one script, since a response may come before the next one.
            let shown = try await browser.text(
                """
                [...document.querySelectorAll('#list .heart')].slice(0, \(count)).forEach(heart => heart.click());
                return \(Self.count)
                """)
            #expect(shown == String(count))
            try await browser.expect("\(Browser.isIdle)")
            try await browser.open(site.url + "/favourites")
            #expect(try await browser.number("return document.querySelectorAll('.card').length") == count)
        }
    }

    @Test("a refused heart shows the error page")
    func refusedHeart() async throws {
        try await withBrowser(console: ["/favourites/999999999"]) { site, browser in
            try await browser.open(site.url + "/heroes")
            _ = try await browser.run(
                "document.querySelector('.heart').setAttribute('formaction', '/favourites/999999999')")
            try await browser.click("#list .card .heart")
            try await browser.expect("document.querySelector('.failure h1') !== null")
        }
    }

    @Test("results appear while typing, with one history entry, the focus unchanged and the number announced")
    func searchWhileTyping() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/heroes?page=2")
            try await browser.open(site.url + "/heroes/1009610-spider-man")
            let entries = try await browser.number("return history.length")
            try await browser.type("s", into: "#q")
            try await browser.type("pi", into: "#q")
            try await browser.expect("location.search === '?q=spi'")
            try await browser.expect("/\\d+ heroes$/.test(\(Self.status))")
            try await browser.type("d", into: "#q")
            try await browser.expect("location.search === '?q=spid'")
            #expect(try await browser.number("return history.length") == entries + 1)
            #expect(try await browser.text("return document.activeElement.id") == "q")
            let names = "[...document.querySelectorAll('.card .name')].map(n => n.textContent)"
            #expect(try await browser.isTrue("return \(names)[0].startsWith('Spid')"))
            #expect(try await browser.isTrue("return document.title.includes('spid')"))
            try await browser.back()
            try await browser.expect("document.querySelector('h1')?.textContent === 'Spider-Man'")
        }
    }

    @Test("no key alone leads to another place, as text or speech may type it")
    func singleKeys() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/heroes?page=2")
            _ = try await browser.run("window.clicks = 0; addEventListener('click', () => clicks++)")
            try await browser.type("/n\u{E014}\u{E012}", into: "body")
            #expect(try await browser.isTrue("return window.clicks === 0 && document.activeElement.id !== 'q'"))
        }
    }

    @Test("a hero's page links back to its card in the list, also after its heart was pressed without script")
    func backLink() async throws {
        try await withBrowser { site, browser in
            try await browser.disableScript()
            try await browser.open(site.url + "/heroes?page=3")
            let id = try await browser.text("return document.querySelector('#list .card:nth-child(7)').id")
            try await browser.click("#\(id) > a")
            try await browser.expect("document.querySelector('.hero-head .heart') !== null")
            try await browser.click(".hero-head .heart")
            try await browser.expect("document.querySelector('.hero-head [aria-pressed=true]') !== null")
            try await browser.click(".back .neighbour[rel=next]")
            try await browser.expect("document.querySelector('.hero') !== null")
            try await browser.click(".back .neighbour[rel=prev]")
            try await browser.expect("document.querySelector('#\(id).hero') !== null")
            #expect(
                try await browser.isTrue("return !document.querySelector('link[rel=canonical]').href.includes('from')"))
            try await browser.click(".back a")
            #expect(try await browser.arrives(at: site.url + "/heroes?page=3#\(id)"))
        }
    }

    @Test("a prefetched page shows a heart that was pressed since")
    func prefetch() async throws {
        let resources = try Paths.resources()
        let layout = resources.path + "/Templates/layout.html"
        try String(contentsOfFile: layout, encoding: .utf8).replacing("moderate", with: "immediate")
            .write(toFile: layout, atomically: true, encoding: .utf8)
        try await withBrowser(at: .own(["--resources", resources.path])) { site, browser in
            // Only cached pages can be prefetched.
            try await browser.open(site.url + "/heroes")
            let link = try await browser.text("return document.querySelector('#list .card > a').href")
            try await browser.open(link)
            try await browser.open(site.url + "/heroes?page=2")
            try await browser.open(site.url + "/heroes")
            try await browser.click("#list .card .heart")
            try await browser.expect("\(Self.count) === '1'")
            try await browser.click("#list .card > a")
            try await browser.expect("document.querySelector('.hero-head .heart') !== null")
            #expect(
                try await browser.text(
                    "return performance.getEntriesByType('navigation')[0].deliveryType") == "navigational-prefetch")
            try await browser.expect("document.querySelector('.hero-head [aria-pressed=true]') !== null")
        }
    }

    @Test("a hero's page has the hue of the hero's picture")
    func hue() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/heroes")
            try await browser.open(site.url + "/heroes/1009610-spider-man")
            let hue = try await browser.number(
                "return Number(getComputedStyle(document.documentElement).getPropertyValue('--hue'))")
            #expect((15...45).contains(hue), "Spider-Man’s picture is ivory and scarlet, not \(hue)")
        }
    }

    @Test("a visitor walks from a hero to a team, an event, a person, and the way to another hero")
    func walk() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/heroes/1010860-squirrel-girl")
            func expect(_ words: String) async throws {
                let text = "document.querySelector('main')?.textContent"
                #expect(try await browser.wait(until: "return \(text)?.includes('\(words)')"), "\(words)")
            }
            try await expect("titan she beat soundly")
            try await browser.type("galactus", into: "#to")
            try await browser.click("#to + button")
            try await expect("How Squirrel Girl knows Galactus")
            try await expect("Allies: came hungry, left as a friend")
            try await browser.click(".back a")
            try await browser.click(".facts a[href^='/teams/']")
            try await expect("All teams")
            try await browser.open(site.url + "/heroes/1009610-spider-man")
            try await browser.click(".facts a[href^='/comics/']")
            try await browser.click(".facts a[href^='/people/']")
            try await expect("Person")
            try await browser.click("#menu a[href='/events']")
            try await expect("All events")
        }
    }

    @Test("favourites are sorted, cleared, restored and transferred without script")
    func favouritesPage() async throws {
        try await withBrowser { site, browser in
            try await browser.disableScript()
            let names = "[...document.querySelectorAll('.card .name')].map(n => n.textContent).join()"
            try await browser.open(site.url + "/heroes?ids=1009351,1009189,1009610")
            #expect(try await browser.isTrue("return document.querySelector('[data-share]').offsetWidth === 0"))
            try await browser.click("form[action='/favourites/import'] button")
            try await browser.expect("location.pathname === '/favourites'")
            #expect(try await browser.text("return \(names)") == "Hulk,Black Widow,Spider-Man")
            #expect(
                try await browser.isTrue(
                    "return document.querySelector('.notice').textContent.includes('3 heroes were added')"))
            try await browser.click("nav.ways a:nth-child(2)")
            try await browser.expect("\(names) === 'Black Widow,Hulk,Spider-Man'")
            try await browser.click(".manage summary")
            try await browser.click(".manage form[action='/favourites/clear'] button")
            try await browser.expect("document.querySelector('.empty-state') !== null")
            try await browser.click(".notice button")
            try await browser.expect("\(names) === 'Hulk,Black Widow,Spider-Man'")
            try await browser.click(".page-heading form[action='/favourites/code'] button")
            try await browser.expect("document.querySelector('.code') !== null")
            let code = try await browser.text("return document.querySelector('.code').textContent")
            try await browser.devTools("Network.clearBrowserCookies", [:])
            try await browser.open(site.url + "/favourites/move")
            try await browser.type(code + "\u{E007}", into: "main input:not([type=hidden])")
            try await browser.expect("document.querySelector('main')?.textContent.includes('a list of 3 heroes')")
            try await browser.click("main .go-to button")
            try await browser.expect("\(names) === 'Hulk,Black Widow,Spider-Man'")
        }
    }

    @Test("an exported list can be imported, and invalid lines are reported", arguments: [true, false])
    func importFavourites(_ script: Bool) async throws {
        try await withBrowser(script: script) { site, browser in
            try await browser.open(site.url + "/heroes?ids=1009189,1009610")
            try await browser.click("form[action='/favourites/import'] button")
            try await browser.expect("\(Self.count) === '2'")
            let text = try await browser.text(
                """
                const request = new XMLHttpRequest();
                request.open('GET', '/favourites.csv', false);
                request.send();
                return request.responseText;
                """)
            let list = try ExportedList(text + "nonsense,,\r\n")
            try await browser.open(site.url + "/favourites")
            try await browser.click(".manage summary")
            try await browser.click(".manage form[action='/favourites/clear'] button")
            try await browser.expect("document.querySelector('.empty-state') !== null")
            try await browser.click(".manage summary")
            try await browser.type(list.path, into: "input[type=file]")
            try await browser.click(".manage form[enctype] button")
            let result = "document.querySelector('main [role=status]')?.textContent"
            try await browser.expect("\(result) === '2 added, 1 skipped.'")
            #expect(try await browser.text("return document.querySelector('main li').textContent") == "Line 4")
            #expect(try await browser.text("return \(Self.count)") == "2")
            try await browser.click("main .button")
            let names = "[...document.querySelectorAll('.card .name')].map(n => n.textContent).join()"
            try await browser.expect("\(names) === 'Black Widow,Spider-Man'")
        }
    }

    @Test("text has enough contrast in every hue, in light and in dark", arguments: ["light", "dark"])
    func contrast(_ scheme: String) async throws {
        try await withBrowser { site, browser in
            try await browser.emulateMedia("prefers-color-scheme", scheme)
            try await browser.open(site.url + "/heroes")
            try await browser.open(site.url + "/heroes/1009610-spider-man")
            let unreadable = try await browser.text(
                """
                const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
                const probe = document.body.appendChild(document.createElement('p'));
                // Relative luminance, as WCAG 2.2 defines it.
                const luminance = name => {
                  probe.style.color = `var(--${name})`;
                  context.fillStyle = getComputedStyle(probe).color;
                  context.fillRect(0, 0, 1, 1);
                  const [r, g, b] = [...context.getImageData(0, 0, 1, 1).data].map(v => v / 255)
                    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
                  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
                };
                const bad = [];
                const grounds = ['paper', 'glow', 'plate', 'shade'];
                const pairs = ['ink', 'quiet', 'accent'].flatMap(text => grounds.map(ground => [text, ground]));
                for (let hue = 0; hue < 360; hue += 5) {
                  document.documentElement.style.setProperty('--hue', hue);
                  for (const pair of pairs) {
                    const [dark, light] = pair.map(luminance).sort((a, b) => a - b);
                    if ((light + 0.05) / (dark + 0.05) < 4.5) bad.push(pair.join(' on ') + ' at ' + hue);
                  }
                }
                return bad.join();
                """)
            #expect(unreadable == "")
        }
    }

    @Test("navigation between all kinds of pages logs nothing to the console")
    func quietConsole() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/heroes/1009610-spider-man")
            for (link, path) in [
                (".all a[href$='/comics']", "/heroes/1009610-spider-man/comics"),
                (".back a", "/heroes/1009610-spider-man"),
                (".site-footer a[href='/about']", "/about"), (".menu a[href$=a-z]", "/heroes/a-z"),
                (".menu a[href='/teams']", "/teams"), (".menu a[href$=a-z]", "/heroes/a-z"),
                (".letters a[href$='/b']", "/heroes/a-z/b"),
                (".masthead .favourites-link", "/favourites"),
                (".empty-state a[href='/favourites/move']", "/favourites/move"),
                (".masthead .brand", "/"),
            ] {
                try await browser.click(link)
                try await browser.expect("location.pathname === '\(path)' && document.readyState === 'complete'")
            }
        }
    }
}
