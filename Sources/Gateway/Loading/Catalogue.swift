/// The bundled objects as their files tell them.
package struct Catalogue: Sendable {
    var motifs: [String: Motif] = [:]
    var characters: [Character] = []
    var comics: [Comic] = []
    var creators: [Creator] = []
    var events: [Event] = []
    var series: [Series] = []
    var stories: [Story] = []

    /// One creator's part in a work.
    struct Credit: Hashable, Sendable {
        let creator: Int
        let role: String
    }

    struct Character: Sendable {
        let record: Record
        let id: Int
        let name: String
        let description: String
        /// How the portrait is drawn; nil where the catalogue has no picture.
        let emblem: Emblem?
        let modified: String?
        let wiki: String?
    }

    struct Series: Sendable {
        let record: Record
        let id: Int
        let title: String
        let startYear: Int
        let endYear: Int
        let rating: String
        let type: String
        let description: String
        let characters: [Int]
        let creators: [Credit]
        let emblem: Emblem?
        let next: Int?
        let previous: Int?
    }

    struct Event: Sendable {
        let record: Record
        let id: Int
        let title: String
        let description: String
        /// Dates such as 1984-05-10.
        let start: String?
        let end: String?
        let characters: [Int]
        let creators: [Credit]
        let series: [Int]
        let comics: [Int]
        let emblem: Emblem?
        let next: Int?
        let previous: Int?
    }

    struct Comic: Sendable {
        let record: Record
        let id: Int
        let title: String
        let issueNumber: Double
        let series: Int
        /// A date such as 1962-08-10.
        let onSale: String?
        let pageCount: Int
        let format: String
        let price: Double
        let description: String
        let characters: [Int]
        let creators: [Credit]
        let events: [Int]
        let emblem: Emblem?
        let codes: [String: String]
    }

    struct Story: Sendable {
        let record: Record
        let id: Int
        let title: String
        let description: String
        /// `cover` or `story`.
        let type: String
        let comic: Int
        /// Empty takes the comic's.
        let characters: [Int]
        let creators: [Credit]
    }

    struct Creator: Sendable {
        let record: Record
        let id: Int
        let firstName: String
        let middleName: String
        let lastName: String
        let suffix: String

        var fullName: String {
            [firstName, middleName, lastName, suffix].filter { !$0.isEmpty }.joined(separator: " ")
        }
    }
}
