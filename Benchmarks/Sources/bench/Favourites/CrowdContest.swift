import Foundation
import Heroes
import Storage

/// Toggles with a thousand visitors on the disk and with a million, of those in use and of any.
struct CrowdContest {
    let rounds: Rounds
    /// Seconds of one run.
    let seconds: Double
    let crowds: [VisitorCrowd]
    /// The small crowd first, which the others are held against.
    let scenes: [VisitorScene]
    /// What `scenes[Self.notRemembered]` is held against, too: the same but for the number of visitors.
    private let fewNotRemembered: VisitorScene

    private static let notRemembered = 2

    /// The few are another small crowd: what is toggled for one is news to the other's store.
    init(_ small: VisitorCrowd, _ large: VisitorCrowd, _ few: VisitorCrowd, rounds: Rounds, seconds: Double) {
        // The slowest hundredth scatters more than a rate does.
        self.rounds = Rounds(count: 5 * rounds.count)
        self.seconds = seconds
        crowds = [small, large]
        scenes = [
            .inUse(small.count, of: small), .inUse(small.count, of: large), .readBefore(of: large),
            .leftAlone(of: large, isLookedAt: true), .leftAlone(of: large),
        ]
        fewNotRemembered = .readBefore(of: few)
    }

    static let clients = 8

    func report() async throws -> Report {
        // One for each crowd, as a site has.
        let stores = try crowds.map { try FileStore(folder: $0.folder) }
        var pieces = scenes.enumerated().map { number, scene in
            scene.round(stores[min(number, 1)], clients: Self.clients, seconds: seconds)
        }
        pieces += scenes.map { $0.bareRound(threads: Self.clients, seconds: seconds) }
        // So few would all be in the memory of a store that has any.
        let forgetful = try FileStore(folder: fewNotRemembered.crowd.folder, cachedFavourites: 0)
        pieces += [
            fewNotRemembered.round(forgetful, clients: Self.clients, seconds: seconds),
            fewNotRemembered.bareRound(threads: Self.clients, seconds: seconds),
        ]
        let results = try await results(pieces)
        let starts = try await rounds.results(crowds.map { crowd in { try await start(crowd) } })
        return Report(text: text(results, starts), figures: figures(results, starts))
    }

    /// What the pieces give once each has been measured for nothing.
    func results(_ pieces: [() async throws -> VisitorScene.Result]) async throws -> [[VisitorScene.Result]] {
        for piece in pieces { _ = try await piece() }
        sync()
        return try await rounds.results(pieces)
    }

    private func text(_ results: [[VisitorScene.Result]], _ starts: [[Double]]) -> String {
        var table = Table(
            "visitors", "median ms", "p99 ms", "range of p99", "KB read", "bare disk: median ms", "p99 ms",
            "range of p99", "KB read")
        for (number, scene) in scenes.enumerated() {
            table.add([scene.name] + results[number].cells + results[number + scenes.count].cells)
        }
        table.add([fewNotRemembered.name] + results.suffix(2).flatMap(\.cells))
        let startTexts = starts.map { Spread($0).text(1000, 2) }
        return """
            Visitors on the disk, each with five heroes and the three files that the store leaves after some changes. Of \
            them \(Self.clients) clients each take one and toggle a hero, in \(rounds.count) rounds by turns. What those \
            in use keep the store has in memory. Of others the toggle reads the file: from the kernel’s memory, where it \
            is after somebody has read it just before, or wherever the kernel has left it; where that is the disk, the \
            blocks of its folder and of the table of files have to come from there, too. Who was left alone, too, but has \
            just opened a page, has had the file read for that; the toggle alone counts. The bare disk makes, in \
            \(Self.clients) threads, among the same visitors and in the same rounds, the calls that are left of a toggle \
            without the store: it looks at the visitor’s file, or reads it where the store has to, writes over an old one, \
            syncs it, exchanges two names twice and syncs the folder; so its ratios are what the disk alone asks for. KB \
            read are what came from the disk for each: how much the kernel lets go of differs from run to run, and the \
            more it does, the longer do toggles of those left alone take, with the store and without. The last row is for \
            telling what the number of visitors does from what it does that one is not in the store’s memory: there the \
            store remembers nobody.

            \(table.text)

            The time until a new store has answered for one visitor, whose file is the only one it reads: \(startTexts[0]) \
            ms among \(crowds[0].count), \(startTexts[1]) ms among \(crowds[1].count).
            """
    }

    private func figures(_ results: [[VisitorScene.Result]], _ starts: [[Double]]) -> [Figure] {
        var figures: [Figure] = []
        for (number, scene) in scenes.enumerated().dropFirst() {
            figures += [
                Figure(
                    name: "favourites: p99 of a toggle, \(scene.name), to \(scenes[0].name)",
                    value: results[number].p99(to: results[0]), goal: .atMost(1.2)),
                Figure(
                    name: "favourites: the same of the bare disk",
                    value: results[number + scenes.count].p99(to: results[scenes.count])),
            ]
        }
        let number = Self.notRemembered
        figures.append(
            Figure(
                name: "favourites: p99 of a toggle, \(scenes[number].name), to \(fewNotRemembered.name)",
                value: results[number].p99(to: results[2 * scenes.count]), goal: .atMost(1.2)))
        let start = Spread(starts[1], to: starts[0]) { $0 }.median
        return figures + [Figure(name: "favourites: start-up, \(crowds[1].count) to \(crowds[0].count)", value: start)]
    }

    /// Seconds until a new store has told one visitor’s favourites.
    private func start(_ crowd: VisitorCrowd) async throws -> Double {
        let start = ContinuousClock.now
        let store = try FileStore(folder: crowd.folder)
        let kept = try await store.favourites(of: VisitorCrowd.visitor(1))
        guard kept.count >= 5 else { throw Unmeasurable("a visitor of the crowd has only \(kept.count) heroes") }
        return (ContinuousClock.now - start) / .seconds(1)
    }
}
