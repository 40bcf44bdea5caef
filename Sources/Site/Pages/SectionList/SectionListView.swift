import HTML
import Heroes

/// All of one kind of a hero's works, a page at a time.
package struct SectionListView: PageView {
    package static let template = "section-list"

    package var frame: FrameView
    let heading: String
    let name: String
    let hero: SafeURL
    let listing: Later<ListingView>

    init(_ section: Section, of hero: Hero, page: Int, listing: Later<ListingView>) {
        let slug = Slug.of(hero.name)
        heading = "\(section.heading) with \(hero.name)"
        name = hero.name
        self.hero = Route.hero(hero.id, slug: slug).url
        self.listing = listing
        frame = FrameView(title: page == 1 ? heading : "\(heading), page \(page)")
        frame.canonical = Route.section(section, of: hero.id, slug: slug, page: page).url
    }

    package static let fields: [Field<SectionListView>] = [
        .view("frame", \.frame),
        .text("heading", \.heading),
        .text("name", \.name),
        .url("hero", \.hero),
        .later("listing", \.listing),
        .list("placeholders") { _ in PlaceholderView.page },
    ]
}

/// The works themselves.
package struct ListingView: TemplateView {
    package static let template = "listing"

    let summary: String
    let items: [ListableView]
    let paging: PagingView?
    let invitation: InvitationView?
    let attribution: SafeHTML?

    package static let fields: [Field<ListingView>] = [
        .text("summary", \.summary),
        .list("items", \.items),
        .flag("hasItems") { !$0.items.isEmpty },
        .optionalView("paging", \.paging),
        .optionalView("invitation", \.invitation),
        .optionalHTML("attribution", \.attribution),
    ]
}
