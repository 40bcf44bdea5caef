import HTML
import HTTP

/// `/opensearch.xml`, the description of the search for a browser's address bar (OpenSearch 1.1).
struct SearchDescriptionPage {
    let visit: Visit

    func response() throws(Failure) -> Response {
        guard let origin = visit.origin else { throw .missingHost }
        let icon = SafeHTML.escaping(origin.url(visit.assets.url("icon.svg")).string).markup
        let heroes = SafeHTML.escaping(origin.url(.allHeroes).string).markup
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
            <ShortName>MarvelHeroes</ShortName>
            <Description>Search Marvel heroes</Description>
            <InputEncoding>UTF-8</InputEncoding>
            <Image width="64" height="64" type="image/svg+xml">\(icon)</Image>
            <Url type="text/html" template="\(heroes)?q={searchTerms}"></Url>
            </OpenSearchDescription>

            """
        return visit.document(
            Array(text.utf8), "application/opensearchdescription+xml; charset=utf-8", namesHost: true)
    }
}
