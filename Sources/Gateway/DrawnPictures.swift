import HTTP
import Synchronization

/// Pictures as they were drawn lately; to draw one takes a hundred times as long as to send it.
final class DrawnPictures: Sendable {
    /// Those used since the others were; when they are too many they become the old ones.
    private struct Generations {
        var young: [Images.Name: UnchangingResponse] = [:]
        var old: [Images.Name: UnchangingResponse] = [:]
        var cost = 0
    }

    private let generations = Mutex(Generations())
    /// Bytes of one generation.
    private let bound: Int

    /// Keeps about so many bytes: the bundled catalogue takes 7 MB in each variant, of which the site shows four.
    init(byteLimit: Int = 32 << 20) { bound = byteLimit / 2 }

    subscript(name: Images.Name) -> UnchangingResponse? {
        generations.withLock { generations in
            if let picture = generations.young[name] { return picture }
            guard let picture = generations.old.removeValue(forKey: name) else { return nil }
            keep(picture, as: name, &generations)
            return picture
        }
    }

    func keep(_ picture: UnchangingResponse, as name: Images.Name) {
        generations.withLock { keep(picture, as: name, &$0) }
    }

    private func keep(_ picture: UnchangingResponse, as name: Images.Name, _ generations: inout Generations) {
        let former = generations.young.updateValue(picture, forKey: name)
        generations.cost += picture.cost - (former?.cost ?? 0)
        guard generations.cost > bound else { return }
        generations.old = generations.young
        generations.young = [:]
        generations.cost = 0
    }
}
