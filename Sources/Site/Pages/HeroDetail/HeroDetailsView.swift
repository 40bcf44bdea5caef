import HTML
import Heroes

/// The facts and the long text of a hero from a source that needs a call of its own for them.
struct HeroDetailsView: TemplateView {
    static let template = "hero-details"

    var name = ""
    var facts: [FactView] = []
    var biography: SafeHTML?
    /// The failure, if the details could not be loaded.
    var trouble: TroubleView?

    /// True if there are no details; then only the loader is removed.
    var isEmpty: Bool { facts.isEmpty && biography == nil && trouble == nil }

    static let fields: [Field<HeroDetailsView>] = [
        .text("name", \.name),
        .list("facts", \.facts),
        .flag("hasFacts") { !$0.facts.isEmpty },
        .optionalHTML("biography", \.biography),
        .optionalView("trouble", \.trouble),
        .flag("isEmpty", \.isEmpty),
    ]

    static let examples = [
        Example(
            "complete",
            HeroDetailsView(
                name: Samples.hostile.name,
                facts: HeroFacts(realName: "Victor <von> Doom", appearances: 1773)?.views ?? [],
                biography: Sanitizer().sanitize("<h2>Origin</h2><p>Ruler <b>of</b> Latveria.</p>"))),
        Example("none", HeroDetailsView()),
        Example(
            "failed",
            HeroDetailsView(
                name: Samples.spider.name,
                trouble: TroubleView("Details", .overBudget(retryAfter: 700), retry: .hero(1, slug: "x")))),
        Example(
            "not found",
            HeroDetailsView(
                name: Samples.spider.name, trouble: TroubleView("Details", .notFound, retry: .hero(1, slug: "x")))),
    ]
}
