/// The image variants of the Marvel API.
enum ImageVariant {
    /// Width and height in pixels by the name in image paths; the empty name is for a path without one.
    static let sizes: [Substring: (width: Int, height: Int)] = [
        "portrait_small": (50, 75), "portrait_medium": (100, 150), "portrait_xlarge": (150, 225),
        "portrait_fantastic": (168, 252), "portrait_uncanny": (300, 450), "portrait_incredible": (216, 324),
        "standard_small": (65, 45), "standard_medium": (100, 100), "standard_large": (140, 140),
        "standard_xlarge": (200, 200), "standard_fantastic": (250, 250), "standard_amazing": (180, 180),
        "landscape_small": (120, 90), "landscape_medium": (175, 130), "landscape_large": (190, 140),
        "landscape_xlarge": (270, 200), "landscape_amazing": (250, 156), "landscape_incredible": (464, 261),
        "detail": (500, 750), "": (600, 900),
        // For link previews (Open Graph); not one of Marvel's.
        "link_preview": (1200, 630),
    ]
}
