import HTML
import Heroes

/// A page of heroes: the list, the search results and the favourites are all this.
struct GalleryView: TemplateView {
    static let template = "hero-gallery"

    var cards: [HeroCardView] = []
    /// How many there are, such as "160 heroes".
    var summary = ""
    /// What was searched for instead of what was typed.
    var respelling: RespellingView?
    var paging: PagingView?
    /// What to do instead, where there are no heroes to show.
    var invitation: InvitationView?
    var attribution: SafeHTML?
    /// The same list for machines.
    var linkedData: SafeHTML?
    /// The style sheet that names the portraits, where the head of the page was sent before they were known.
    var lateTransitions: SafeURL?

    init() {}

    static let fields: [Field<GalleryView>] = [
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
    var departing: [Hero.ID] { cards.map(\.id) }
    /// A part does not know where it stands on its page.
    var page: Int? { nil }
}
