/// The colours of emblems, in the order of the spectrum, then greys.
enum NamedColour: String, Sendable, CaseIterable {
    case crimson, scarlet, rust, amber, gold, sand, olive, moss, emerald, jade, teal, cyan, sky
    case azure, cobalt, navy, indigo, violet, plum, magenta, rose, slate, steel, charcoal, ivory

    var colour: Colour { Colour(rgb) }

    private var rgb: UInt32 {
        switch self {
        case .crimson: 0xB0_10_2F
        case .scarlet: 0xE2_34_2B
        case .rust: 0xB8_4A_1C
        case .amber: 0xF2_94_1E
        case .gold: 0xF6_C2_2F
        case .sand: 0xE5_CC_9F
        case .olive: 0x80_7B_2B
        case .moss: 0x4C_69_34
        case .emerald: 0x0E_86_5C
        case .jade: 0x45_AD_8B
        case .teal: 0x0E_76_7C
        case .cyan: 0x2F_BC_D2
        case .sky: 0x8F_CD_EA
        case .azure: 0x2E_86_DC
        case .cobalt: 0x20_48_BA
        case .navy: 0x16_26_52
        case .indigo: 0x38_2D_90
        case .violet: 0x6E_43_BA
        case .plum: 0x5C_24_57
        case .magenta: 0xC6_26_80
        case .rose: 0xEF_8C_9D
        case .slate: 0x5A_69_7B
        case .steel: 0x9F_B2_C2
        case .charcoal: 0x27_29_2F
        case .ivory: 0xF6_EE_DB
        }
    }
}
