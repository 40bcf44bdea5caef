import Heroes
import Testing

@Suite("Hero cards")
struct HeroCardTests {
    @Test(
        "brackets at the end of a name are set apart, without a change to the text",
        arguments: [
            ("Angel (Warren Worthington III)", "Angel <small>(Warren Worthington III)</small>"),
            ("Thor <&> (Jane)", "Thor &lt;&amp;&gt; <small>(Jane)</small>"), ("Loki", "Loki"),
            ("Hulk (2099) Red", "Hulk (2099) Red"), ("(X)", "(X)"), (")", ")"),
        ])
    func brackets(_ name: String, _ markup: String) async throws {
        var source = ScriptedSource.usual
        source.heroes = [Hero(id: 1, name: name)]
        let text = try await SiteUnderTest(source).get("/heroes").text
        #expect(text.contains("<span class=\"name\">\(markup)</span>"))
    }
}
