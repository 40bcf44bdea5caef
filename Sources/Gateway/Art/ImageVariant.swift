/// The sizes an image is asked for in, by the words of the Marvel API's image paths.
enum ImageVariant: String, Sendable, CaseIterable {
    case portraitSmall = "portrait_small"
    case portraitMedium = "portrait_medium"
    case portraitXlarge = "portrait_xlarge"
    case portraitFantastic = "portrait_fantastic"
    case portraitUncanny = "portrait_uncanny"
    case portraitIncredible = "portrait_incredible"
    case standardSmall = "standard_small"
    case standardMedium = "standard_medium"
    case standardLarge = "standard_large"
    case standardXlarge = "standard_xlarge"
    case standardFantastic = "standard_fantastic"
    case standardAmazing = "standard_amazing"
    case landscapeSmall = "landscape_small"
    case landscapeMedium = "landscape_medium"
    case landscapeLarge = "landscape_large"
    case landscapeXlarge = "landscape_xlarge"
    case landscapeAmazing = "landscape_amazing"
    case landscapeIncredible = "landscape_incredible"
    case detail
    /// No variant in the path.
    case full = ""

    /// Width and height in pixels.
    var size: (width: Int, height: Int) {
        switch self {
        case .portraitSmall: (50, 75)
        case .portraitMedium: (100, 150)
        case .portraitXlarge: (150, 225)
        case .portraitFantastic: (168, 252)
        case .portraitUncanny: (300, 450)
        case .portraitIncredible: (216, 324)
        case .standardSmall: (65, 45)
        case .standardMedium: (100, 100)
        case .standardLarge: (140, 140)
        case .standardXlarge: (200, 200)
        case .standardFantastic: (250, 250)
        case .standardAmazing: (180, 180)
        case .landscapeSmall: (120, 90)
        case .landscapeMedium: (175, 130)
        case .landscapeLarge: (190, 140)
        case .landscapeXlarge: (270, 200)
        case .landscapeAmazing: (250, 156)
        case .landscapeIncredible: (464, 261)
        case .detail: (500, 750)
        case .full: (600, 900)
        }
    }
}
