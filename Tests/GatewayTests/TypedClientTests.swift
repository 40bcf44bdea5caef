import Foundation
import Testing

@testable import Gateway

@Suite("Apps with typed models of the former API")
struct TypedClientTests {
    /// Returns all objects of a list of the bundled catalogue, decoded page by page.
    private func objects<Object: Decodable>(_ list: String, as _: Object.Type = Object.self) async throws -> [Object] {
        let decoder = JSONDecoder()
        let times = DateFormatter()
        times.locale = Locale(identifier: "en_US_POSIX")
        times.dateFormat = "yyyy-MM-dd'T'HH:mm:ssZ"
        decoder.dateDecodingStrategy = .formatted(times)
        let client = try BundledCatalogue.client.get()
        var objects: [Object] = []
        while true {
            let bytes = await client.get("/v1/public/\(list)?limit=100&offset=\(objects.count)").bytes
            let page = try decoder.decode(ClientModel.Response<Object>.self, from: Data(bytes)).data
            objects += page.results
            guard objects.count < page.total, page.count > 0 else { return objects }
        }
    }

    @Test("decode every object of the catalogue")
    func catalogue() async throws {
        #expect(try await objects("characters", as: ClientModel.Character.self).count > 200)
        #expect(try await objects("comics", as: ClientModel.Comic<Int>.self).count > 400)
        #expect(try await objects("comics", as: ClientModel.Comic<Double>.self).count > 400)
        #expect(try await objects("creators", as: ClientModel.Creator.self).count > 150)
        #expect(try await objects("events", as: ClientModel.Event.self).count > 50)
        #expect(try await objects("series", as: ClientModel.Series.self).count > 100)
        #expect(try await objects("stories", as: ClientModel.Story.self).count > 300)
    }

    @Test("decode the works, creators and heroes of an object")
    func related() async throws {
        let hero = "characters/1009610"
        #expect(try await !objects("\(hero)/comics", as: ClientModel.Comic<Int>.self).isEmpty)
        #expect(try await !objects("\(hero)/events", as: ClientModel.Event.self).isEmpty)
        #expect(try await !objects("\(hero)/series", as: ClientModel.Series.self).isEmpty)
        #expect(try await !objects("\(hero)/stories", as: ClientModel.Story.self).isEmpty)
        let event = try #require(try await objects("\(hero)/events", as: ClientModel.Event.self).first)
        #expect(try await !objects("events/\(event.id)/creators", as: ClientModel.Creator.self).isEmpty)
        #expect(try await !objects("events/\(event.id)/characters", as: ClientModel.Character.self).isEmpty)
    }

    @Test("find the list elements that they use without a test: two links of a hero, a date and a price of a comic")
    func firstElements() async throws {
        for hero in try await objects("characters", as: ClientModel.Character.self) {
            #expect(hero.urls.count >= 2 && hero.urls.first?.type == .detail, "\(hero.name)")
        }
        for comic in try await objects("comics", as: ClientModel.Comic<Int>.self) {
            #expect(comic.dates.first?.type == .onsaleDate && comic.prices.first?.type == .printPrice, "\(comic.title)")
            #expect(comic.urls.first?.type == .detail && !comic.images.isEmpty, "\(comic.title)")
        }
    }

    @Test("find as many items in summaries as these say")
    func summaries() async throws {
        for hero in try await objects("characters", as: ClientModel.Character.self) {
            for list in [hero.comics, hero.series, hero.events] {
                #expect(list.returned == list.items.count && list.available >= list.returned, "\(hero.name)")
            }
            #expect(hero.stories.returned == hero.stories.items.count, "\(hero.name)")
        }
    }
}
