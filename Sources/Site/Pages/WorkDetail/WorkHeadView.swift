import HTML
import Heroes

/// The head of a work's page: cover, title, kind and dates, description, and the works that it is a part of.
struct WorkHeadView: TemplateView {
    static let template = "work-head"

    let title: String
    /// The kind with the dates, such as "Event · 2006–2007".
    let kind: String
    let portrait: PortraitView
    let description: SafeHTML?
    let facts: [FactView]
    /// The address to share.
    let share: SafeURL
    /// The work as JSON-LD.
    let linkedData: SafeHTML?

    init(_ work: Work, portrait: PortraitView, description: SafeHTML?, linkedData: SafeHTML? = nil) {
        title = work.heading
        // The titles of most series contain their years.
        let isDated = work.kind == .series && work.start.map { work.title.contains(String($0.year)) } == true
        kind = [work.kind.noun.capitalized, isDated ? nil : work.dates].compactMap(\.self).joined(separator: " · ")
        self.portrait = portrait
        self.description = description
        facts = work.facts
        share = Route.list(.work(work.id, slug: Slug.of(work.title), page: 1)).url
        self.linkedData = linkedData
    }

    static let fields: [Field<WorkHeadView>] = [
        .text("title", \.title),
        .text("kind", \.kind),
        .view("portrait", \.portrait),
        .optionalHTML("description", \.description),
        .list("facts", \.facts),
        .flag("hasFacts") { !$0.facts.isEmpty },
        .url("share", \.share),
        .optionalHTML("linkedData", \.linkedData),
    ]

    static let examples = [
        Example("event", Samples.head(Samples.event)),
        Example("comic of a series and an event", Samples.head(Samples.comic)),
        Example("without title, picture and words", Samples.head(Work(.series, id: 3, title: ""))),
    ]
}
