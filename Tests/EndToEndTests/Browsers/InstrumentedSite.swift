import Foundation
import Support

/// A copy of the program's resources with an additional script in every page, which records how pages come into view.
/// Drivers of some engines cannot add scripts to pages before they are shown.
struct InstrumentedSite {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let files = FileManager.default
        for name in ["Templates", "Public"] {
            let original = URL(filePath: Paths.root + "/" + name).resolvingSymlinksInPath()
            try files.copyItem(at: original, to: URL(filePath: folder.path + "/" + name))
        }
        try files.createSymbolicLink(
            atPath: folder.path + "/Catalogue", withDestinationPath: Paths.root + "/Sources/Gateway/Catalogue")
        let layout = folder.path + "/Templates/layout.html"
        let text = try String(contentsOfFile: layout, encoding: .utf8)
        let sheet = "<link rel=\"stylesheet\""
        try text.replacing(sheet, with: "<script src=\"/static/watch.js\"></script>\n" + sheet)
            .write(toFile: layout, atomically: true, encoding: .utf8)
        try Self.script.write(toFile: folder.path + "/Public/watch.js", atomically: true, encoding: .utf8)
    }

    /// A long patience, so that pages are complete on a busy machine, too.
    var options: [String] { ["--resources", folder.path, "HEROES_TEST_PATIENCE=10000"] }

    /// The script's `seen` has an entry with path and animations for every page that comes into view; `isNoted` is true
    /// once this page has one. `heights` has the page's height when its text is parsed and styled (`read`), and when
    /// its pictures are loaded (`whole`).
    private static let script = """
        const height = () => document.documentElement.scrollHeight;
        window.heights = {};
        addEventListener('DOMContentLoaded', function note() {
          // Firefox waits neither for the style sheet, nor until what it has of it counts.
          if (getComputedStyle(document.body).display === 'grid') heights.read = height();
          else requestAnimationFrame(note);
        });
        addEventListener('load', () => { heights.whole = height(); });
        addEventListener('pagereveal', async event => {
          const entry = { path: location.pathname + location.search, moves: [] };
          if (event.viewTransition) {
            await event.viewTransition.ready.catch(error => { entry.error = String(error); });
            entry.moves = document.getAnimations().filter(a => a.effect?.pseudoElement?.startsWith('::view')).map(a => ({
              what: a.effect.pseudoElement.replace('::view-transition-', ''), name: a.animationName,
              from: a.effect.getKeyframes()[0], time: a.effect.getTiming().duration, delay: a.effect.getTiming().delay,
              layer: +getComputedStyle(document.documentElement,
                a.effect.pseudoElement.replace(/(old|new|image-pair)\\(/, 'group(')).zIndex || 0,
            }));
          }
          sessionStorage.seen = JSON.stringify([...JSON.parse(sessionStorage.seen || '[]'), entry]);
          window.isNoted = true;
        });
        """
}
