import Glibc

extension Images {
    /// The hue of the livelier of a picture's colours, in degrees of Oklch from 0 to 359, for the page around it; nil
    /// if the path names no picture.
    package func hue(ofPath path: String) -> Int? {
        guard let name = Name(path: path[...]), let key = name.key, let emblem = emblem(key) else { return nil }
        let palette = Palette(ground: emblem.ground, accent: emblem.accent)
        let degrees = palette.lively.hue.rounded()
        return (Int(degrees) + 360) % 360
    }
}

extension Colour {
    /// The angle of the colour in the plane of Oklab, in degrees from -180 to 180.
    fileprivate var hue: Double { atan2(b, a) * 180 / .pi }
}
