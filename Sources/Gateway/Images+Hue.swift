import Glibc

extension Images {
    /// Returns the hue of a picture's ground, or of its accent if the ground is nearly grey, in degrees of Oklch from 0
    /// to 359; nil if the path names no picture. The page around the picture is tinted with it.
    package func hue(ofPath path: String) -> Int? {
        guard let name = Name(path: path[...]), let key = name.key, let emblem = emblem(key) else { return nil }
        let ground = emblem.ground.colour
        let degrees = (ground.chroma < 0.05 ? emblem.accent.colour : ground).hue.rounded()
        return (Int(degrees) + 360) % 360
    }
}

extension Colour {
    /// The hue angle in Oklch, in degrees from -180 to 180.
    fileprivate var hue: Double { atan2(b, a) * 180 / .pi }
}
