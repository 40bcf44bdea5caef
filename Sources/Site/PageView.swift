import HTML

/// A view that is a complete page with the site's layout.
protocol PageView: TemplateView {
    var layout: LayoutView { get set }
    /// The view transition names of the page's portraits; nil for a page without portraits.
    var transition: TransitionView? { get }
}

extension PageView {
    var transition: TransitionView? { nil }
}
