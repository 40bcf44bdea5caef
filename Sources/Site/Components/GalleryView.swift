import HTML
import Heroes

/// A page of heroes: the list, the search results and the favourites are all this.
package struct GalleryView: TemplateView {
    package static let template = "hero-gallery"

    package var cards: [HeroCardView] = []
    /// How many there are, such as "160 heroes".
    package var summary = ""
    /// What was searched for instead of what was typed.
    package var respelling: RespellingView?
    package var paging: PagingView?
    /// What to do instead, where there are no heroes to show.
    package var invitation: InvitationView?
    package var attribution: SafeHTML?
    /// The same list for machines.
    package var linkedData: SafeHTML?
    /// The style sheet that names the portraits, where the head of the page was sent before they were known.
    package var lateTransitions: SafeURL?

    package init() {}

    package static let fields: [Field<GalleryView>] = [
        .list("cards", \.cards),
        .flag("hasCards") { !$0.cards.isEmpty },
        .text("summary", \.summary),
        .optionalView("respelling", \.respelling),
        .optionalView("paging", \.paging),
        .optionalView("invitation", \.invitation),
        .optionalHTML("attribution", \.attribution),
        .optionalHTML("linkedData", \.linkedData),
        .optionalURL("lateTransitions", \.lateTransitions),
    ]
}

extension GalleryView: TransitionSource {
    package var departing: [Hero.ID] { cards.map(\.id) }
    /// A part does not know where it stands on its page.
    package var page: Int? { nil }
}
