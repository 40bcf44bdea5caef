import Foundation

/// Responses as apps declare them: every documented field with its documented type, and enums with the words of recorded
/// responses, as code generators make them. Only what the live service sent as null is optional.
enum ClientModel {
    struct Response<Object: Decodable>: Decodable {
        let code: Int
        let status, copyright, attributionText, attributionHTML, etag: String
        let data: Page<Object>
    }

    struct Page<Object: Decodable>: Decodable {
        let offset, limit, total, count: Int
        let results: [Object]
    }

    struct Character: Decodable {
        let id: Int
        let name, description: String
        let modified: Date
        let thumbnail: Picture
        let resourceURI: URL
        let comics, series, events: List<Item>
        let stories: List<StoryItem>
        let urls: [Link]
    }

    /// `issueNumber` is documented as a double; most apps declare an integer.
    struct Comic<Number: Decodable>: Decodable {
        let id, digitalId, pageCount: Int
        let issueNumber: Number
        let title, variantDescription, isbn, upc, diamondCode, ean, issn: String
        let description: String?
        let modified: Date
        let format: Format
        let textObjects: [Text]
        let resourceURI: URL
        let urls: [Link]
        let series: Item
        let variants, collections, collectedIssues: [Item]
        let dates: [ComicDate]
        let prices: [Price]
        let thumbnail: Picture
        let images: [Picture]
        let creators: List<CreatorItem>
        let characters, events: List<Item>
        let stories: List<StoryItem>
    }

    struct Creator: Decodable {
        let id: Int
        let firstName, middleName, lastName, suffix, fullName: String
        let modified: Date
        let thumbnail: Picture
        let resourceURI: URL
        let comics, series, events: List<Item>
        let stories: List<StoryItem>
        let urls: [Link]
    }

    struct Event: Decodable {
        let id: Int
        let title, description: String
        let resourceURI: URL
        let urls: [Link]
        let modified: Date
        let start, end: String?
        let thumbnail: Picture
        let creators: List<CreatorItem>
        let characters, comics, series: List<Item>
        let stories: List<StoryItem>
        let next, previous: Item?
    }

    struct Series: Decodable {
        let id, startYear, endYear: Int
        let title, rating: String
        let type: SeriesType
        let description: String?
        let resourceURI: URL
        let urls: [Link]
        let modified: Date
        let thumbnail: Picture
        let creators: List<CreatorItem>
        let characters, comics, events: List<Item>
        let stories: List<StoryItem>
        let next, previous: Item?
    }

    struct Story: Decodable {
        let id: Int
        let title, description: String
        let resourceURI: URL
        let type: StoryType
        let modified: Date
        let thumbnail: Picture?
        let creators: List<CreatorItem>
        let characters, series, comics, events: List<Item>
        let originalIssue: Item
    }

    struct List<Element: Decodable>: Decodable {
        let available, returned: Int
        let collectionURI: URL
        let items: [Element]
    }

    struct Item: Decodable {
        let resourceURI: URL
        let name: String
    }

    struct StoryItem: Decodable {
        enum Kind: String, Decodable {
            case cover, interiorStory
            case unknown = ""
        }

        let resourceURI: URL
        let name: String
        let type: Kind
    }

    struct CreatorItem: Decodable {
        let resourceURI: URL
        let name, role: String
    }

    struct Picture: Decodable {
        enum Extension: String, Decodable { case gif, jpg, png }

        let path: String
        let `extension`: Extension
    }

    struct Link: Decodable {
        enum Kind: String, Decodable { case detail, wiki, comiclink, purchase, reader, inAppLink }

        let type: Kind
        let url: URL
    }

    struct ComicDate: Decodable {
        enum Kind: String, Decodable { case onsaleDate, focDate, unlimitedDate, digitalPurchaseDate }

        let type: Kind
        let date: String
    }

    struct Price: Decodable {
        enum Kind: String, Decodable { case printPrice, digitalPurchasePrice }

        let type: Kind
        let price: Double
    }

    struct Text: Decodable { let type, language, text: String }

    enum Format: String, Decodable {
        case comic = "Comic"
        case magazine = "Magazine"
        case paperback = "Trade Paperback"
        case hardcover = "Hardcover"
        case digest = "Digest"
        case novel = "Graphic Novel"
        case digital = "Digital Comic"
        case infinite = "Infinite Comic"
    }

    enum SeriesType: String, Decodable {
        case collection, limited, ongoing
        case oneShot = "one shot"
        case unknown = ""
    }

    enum StoryType: String, Decodable { case cover, story }
}
