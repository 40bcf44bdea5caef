import Foundation

/// Puts markup into a page that allows scripts, and reports results that sanitized markup must not have.
///
/// The page's policy allows inline scripts; it blocks and reports everything that would be loaded.
struct HTMLValidator {
    let browser: Browser

    /// Markup, and its ID in reports.
    struct Case {
        let id: String
        let markup: String
    }

    /// Returns the faults of each case as the innerHTML of an element.
    func faults(setting cases: [Case]) async throws -> [String] {
        try await browser.open(Self.page(""))
        return try await run("setting", cases)
    }

    /// Returns the faults of the cases as sections of one document that the browser parses.
    func faults(parsing cases: [Case]) async throws -> [String] {
        try await browser.open(Self.page(cases.map { "<section>\($0.markup)</section>" }.joined()))
        return try await run("parsing", cases)
    }

    private func run(_ function: String, _ cases: [Case]) async throws -> [String] {
        let result = try await browser.run(
            "return judge.\(function)(arguments[0]);", [cases.map { [$0.id, $0.markup] }])
        guard let faults = result as? [String] else { throw UnexpectedResult(result: "\(result)") }
        return faults
    }

    struct UnexpectedResult: Error {
        let result: String
    }

    /// Returns a data URL of a page with the script in its head and the markup as its body.
    private static func page(_ body: String) -> String {
        let document = """
            <!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" \
            content="default-src 'none'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">\
            <title>Judge</title><script>\(script)</script></head><body>\(body)
            """
        return "data:text/html;charset=utf-8;base64," + Data(document.utf8).base64EncodedString()
    }

    private static let script = #"""
        window.judge = (() => {
          const allowed = {
            p: [], br: [], em: [], strong: [], ul: [], ol: [], li: [], a: ['href', 'rel'],
          };
          const sentinel = document.createElement('img');
          const noted = [];

          for (const name of ['alert', 'confirm', 'prompt', 'print', 'open', 'fetch']) {
            window[name] = value => { noted.push(`${name}(${value}) ran`); };
          }
          window.addEventListener('error', event => {
            if (event.target === sentinel) return;
            noted.push(event.message ?? `<${event.target.localName}> was loaded and failed`);
          }, true);
          window.addEventListener('unhandledrejection', () => { noted.push('a promise was rejected'); });
          document.addEventListener('securitypolicyviolation', event => {
            if (event.blockedURI !== sentinel.src) noted.push(`a load was tried: ${event.blockedURI}`);
          });
          const known = new Set([...Object.getOwnPropertyNames(window), 'judge']);

          // The sentinel is blocked, reported and failed behind everything that was set before it.
          const settle = () => new Promise(resume => {
            sentinel.onerror = resume;
            sentinel.src = 'https://sentinel.invalid/' + Math.random();
            document.documentElement.append(sentinel);
          });
          const frame = () => new Promise(resume => requestAnimationFrame(resume));

          const events = () => {
            const globals = Object.getOwnPropertyNames(window).filter(name => !known.has(name));
            const loads = performance.getEntriesByType('resource').filter(load => load.name !== sentinel.src);
            return [
              ...noted, ...globals.map(name => `the global ${name} was set`),
              ...loads.map(load => `a load was tried: ${load.name}`),
            ];
          };

          const isOutside = link => {
            const address = link.getAttribute('href') ?? '';
            return /^https?:\/\/[^\/]/.test(address) && URL.canParse(address)
              && /^https?:$/.test(link.protocol) && link.host !== '' && link.username + link.password === '';
          };
          const nodeFaults = node => {
            if (node.nodeType === Node.TEXT_NODE) return [];
            if (node.nodeType !== Node.ELEMENT_NODE) return [`a node ${node.nodeName}`];
            const name = node.localName;
            if (node.namespaceURI !== 'http://www.w3.org/1999/xhtml' || !Object.hasOwn(allowed, name)) {
              return [`an element <${name}>`];
            }
            const faults = node.getAttributeNames().filter(attribute => !allowed[name].includes(attribute))
              .map(attribute => `an attribute ${attribute} on <${name}>`);
            if (name === 'a' && !isOutside(node)) faults.push(`a link to ${node.getAttribute('href')}`);
            if (name === 'a' && node.rel !== 'noopener nofollow ugc') faults.push(`a link with rel=${node.rel}`);
            return faults;
          };

          // A serialiser writes the no-break space as a reference; everything else has to come back as it was written.
          const serialised = element => element.innerHTML.replaceAll('&nbsp;', '\u00A0');
          const characters = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
          const text = markup => markup.replace(/<[^>]*>/g, '').replace(/&\w+;/g, name => characters[name] ?? name);

          const treeFaults = (element, markup) => {
            const faults = [];
            const walker = document.createTreeWalker(element);
            while (walker.nextNode()) faults.push(...nodeFaults(walker.currentNode));
            const again = document.createElement('div');
            again.innerHTML = element.innerHTML;
            if (again.innerHTML !== element.innerHTML) faults.push(`not stable: ${again.innerHTML}`);
            if (serialised(element) !== markup) faults.push(`read as ${element.innerHTML}`);
            if (element.textContent !== text(markup)) faults.push(`the text ${element.textContent}`);
            return faults;
          };

          const faults = async (cases, elements) => {
            await settle();
            await frame();
            await frame();
            const faults = events().map(event => `${cases.at(0)[0]} to ${cases.at(-1)[0]}: ${event}`);
            cases.forEach(([id, markup], index) => {
              const found = treeFaults(elements[index] ?? document.createElement('div'), markup);
              faults.push(...found.map(fault => `${id}: ${fault}, out of ${markup}`));
            });
            return faults;
          };

          return {
            setting(cases) {
              const elements = cases.map(([, markup]) => {
                const element = document.createElement('div');
                document.body.append(element);
                element.innerHTML = markup;
                return element;
              });
              return faults(cases, elements);
            },

            async parsing(cases) {
              const bare = [document.body, document.documentElement].every(element => element.attributes.length === 0);
              const isWhole = bare && document.body.childNodes.length === cases.length
                && [...document.body.childNodes].every(node => node.outerHTML?.startsWith('<section>'));
              const torn = isWhole ? [] : [`${cases[0][0]} and on: not the sections of the document`];
              return [...torn, ...await faults(cases, [...document.body.children])];
            },
          };
        })();
        """#
}
