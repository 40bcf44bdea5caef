import Foundation

extension ComicVineServer {
    /// Adds three teams, one of another publisher; three people, one without a hero or an event of Marvel; and the teams,
    /// friends and enemies of two heroes, of which some are others' or not known.
    func addRelations() {
        for (id, name, publisher) in [(3806, "Avengers", 31), (3807, "Spider-Man’s Friends", 31), (3808, "Storm", 10)] {
            edit("teams", id) { team in
                team["name"] = name
                team["publisher"] = ["id": publisher]
                team["site_detail_url"] = "https://comicvine.gamespot.com/team/4060-\(id)/"
                team["deck"] = "\(name) & others"
                team["characters"] = [1444, 1443, 1253, 99_999].map { ["id": $0] }
                team["story_arc_credits"] = [40_001, 40_002, 40_003].map { ["id": $0] }
            }
        }
        edit("issues", 100_260) { issue in
            issue["person_credits"] = [
                ["id": 1537, "name": "Stan Lee", "role": "writer, editor"],
                ["id": 7, "name": "Ann Inker", "role": NSNull()],
                ["id": 8, "name": "", "role": "colorist"],
            ]
        }
        for (id, heroes, arcs) in [
            (1537, [1443, 1253, 99_999], []), (7, [], [40_001, 40_003]), (9, [1253], [40_003]),
        ] {
            edit("persons", id) { person in
                person["name"] = id == 1537 ? "Stan Lee" : "Person \(id)"
                person["deck"] = "A life of \(id) pages."
                person["created_characters"] = heroes.map { ["id": $0] }
                person["story_arc_credits"] = arcs.map { ["id": $0] }
            }
        }
        let friends = [190_002, 1444, 1253, 1440, 99_999]
        relate(1443, teams: [3806, 3807, 3808], friends: friends, enemies: [1289, 2267, 1441])
        relate(1444, teams: [3807], friends: [1443, 3552, 24_694], enemies: [1441, 1442])
    }

    /// Sets the teams, friends and enemies of a hero.
    package func relate(_ hero: Int, teams: [Int], friends: [Int], enemies: [Int]) {
        func named(_ path: String, _ ids: [Int]) -> [Record] {
            ids.map { ["id": $0, "name": record(path, $0)["name"] ?? "Unknown"] }
        }
        edit("characters", hero) { record in
            record["teams"] = named("teams", teams)
            record["character_friends"] = named("characters", friends)
            record["character_enemies"] = named("characters", enemies)
        }
    }
}
