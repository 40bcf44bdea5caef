import HTML

/// Pagination: current page, page count and links.
struct PagingView: View {
    let page: Int
    let pageCount: Int
    let first: SafeURL?
    let previous: SafeURL?
    let next: SafeURL?
    let last: SafeURL?
    /// The address of the form that asks for a page by its number, and the form's hidden fields.
    let action: SafeURL
    let fields: [FormFieldView]

    /// Returns nil if there is only one page.
    init?(page: Int, of pageCount: Int, route: (_ page: Int) -> Route) {
        guard pageCount > 1 else { return nil }
        self.page = page
        self.pageCount = pageCount
        first = page > 1 ? route(1).url : nil
        previous = page > 1 ? route(page - 1).url : nil
        next = page < pageCount ? route(page + 1).url : nil
        last = page < pageCount ? route(pageCount).url : nil
        action = .path(route(1).path)
        fields = route(1).fields.compactMap { name, value in value.map { FormFieldView(name: name, value: $0) } }
    }

    static let fields: [Field<PagingView>] = [
        .number("page", \.page),
        .number("pageCount", \.pageCount),
        .optionalURL("first", \.first),
        .optionalURL("previous", \.previous),
        .optionalURL("next", \.next),
        .optionalURL("last", \.last),
        .url("action", \.action),
        .list("fields", \.fields),
    ]
}

/// A hidden form field.
struct FormFieldView: View {
    let name: String
    let value: String

    static let fields: [Field<FormFieldView>] = [.text("name", \.name), .text("value", \.value)]
}
