import HTML

/// A link in the footer of every page.
struct NavigationView: View {
    let label: String
    let address: SafeURL

    static let all = [
        NavigationView(label: "Heroes from A to Z", address: Route.index("a", page: 1).url),
        NavigationView(label: "Random hero", address: Route.random.url),
    ]

    static let fields: [Field<NavigationView>] = [.text("label", \.label), .url("address", \.address)]
}
