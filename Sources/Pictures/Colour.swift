import Glibc

/// A colour in Oklab, a perceptually uniform colour space (Björn Ottosson, 2020).
struct Colour: Sendable, Hashable {
    /// The lightness, from 0 for black to 1 for white.
    var lightness: Double
    var a: Double
    var b: Double

    /// Converts from the sRGB value 0xRRGGBB.
    init(_ rgb: UInt32) {
        let red = Self.linear(rgb >> 16 & 0xFF)
        let green = Self.linear(rgb >> 8 & 0xFF)
        let blue = Self.linear(rgb & 0xFF)
        let l = cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue)
        let m = cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue)
        let s = cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue)
        lightness = 0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s
        a = 1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s
        b = 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s
    }

    /// The colour as `#rrggbb`, mapped into the sRGB gamut.
    var hex: String {
        let digits = String(rgb, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// The sRGB value 0xRRGGBB, with the chroma reduced until it is in gamut.
    var rgb: UInt32 {
        var colour = self
        var channels = colour.linearChannels
        while channels.contains(where: { $0 < -0.002 || $0 > 1.002 }), colour.chroma > 0.002 {
            colour.a *= 0.95
            colour.b *= 0.95
            channels = colour.linearChannels
        }
        return channels.reduce(0) { $0 << 8 | Self.encoded($1) }
    }

    /// The distance from grey.
    var chroma: Double { hypot(a, b) }

    /// Returns the colour with another lightness.
    func with(lightness: Double) -> Colour {
        var colour = self
        colour.lightness = min(max(lightness, 0), 1)
        return colour
    }

    func lighter(by amount: Double) -> Colour { with(lightness: lightness + amount) }

    /// Returns a darker shade: less saturated, and warmer if it is yellow, as print inks mix.
    func darker(by amount: Double) -> Colour {
        var colour = with(lightness: lightness - amount)
        let yellow = max(0, b - 0.08) * amount * 3.2
        colour.a = colour.a * (1 - amount * 0.6) + yellow
        colour.b *= 1 - amount * 0.6
        return colour
    }

    func distance(to other: Colour) -> Double {
        hypot(lightness - other.lightness, hypot(a - other.a, b - other.b))
    }

    /// Interpolates between two colours: 0 is this one, 1 is the other.
    func mixed(with other: Colour, _ share: Double) -> Colour {
        var colour = self
        colour.lightness += (other.lightness - lightness) * share
        colour.a += (other.a - a) * share
        colour.b += (other.b - b) * share
        return colour
    }

    private var linearChannels: [Double] {
        let l = pow(lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b, 3)
        let m = pow(lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b, 3)
        let s = pow(lightness - 0.089_484_177_5 * a - 1.291_485_548 * b, 3)
        return [
            4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
            -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
            -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s,
        ]
    }

    /// Decodes an sRGB byte to linear light (IEC 61966-2-1).
    private static func linear(_ byte: UInt32) -> Double {
        let value = Double(byte) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    private static func encoded(_ linear: Double) -> UInt32 {
        let light = min(max(linear, 0), 1)
        let value = light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt32((value * 255).rounded())
    }
}

/// The colours of emblems, in the order of the spectrum, then greys; the raw value is in sRGB.
enum NamedColour: UInt32, Sendable, CaseIterable {
    case crimson = 0xB0_10_2F
    case scarlet = 0xE2_34_2B
    case rust = 0xB8_4A_1C
    case amber = 0xF2_94_1E
    case gold = 0xF6_C2_2F
    case sand = 0xE5_CC_9F
    case olive = 0x80_7B_2B
    case moss = 0x4C_69_34
    case emerald = 0x0E_86_5C
    case jade = 0x45_AD_8B
    case teal = 0x0E_76_7C
    case cyan = 0x2F_BC_D2
    case sky = 0x8F_CD_EA
    case azure = 0x2E_86_DC
    case cobalt = 0x20_48_BA
    case navy = 0x16_26_52
    case indigo = 0x38_2D_90
    case violet = 0x6E_43_BA
    case plum = 0x5C_24_57
    case magenta = 0xC6_26_80
    case rose = 0xEF_8C_9D
    case slate = 0x5A_69_7B
    case steel = 0x9F_B2_C2
    case charcoal = 0x27_29_2F
    case ivory = 0xF6_EE_DB

    var colour: Colour { Colour(rawValue) }
}
