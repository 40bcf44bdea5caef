import QRCode
import Testing

@Suite("QR codes")
struct QRCodeTests {
    /// Returns the rows of a code, with # for a dark module.
    private func rows(_ code: QRCode) -> [String] {
        (0..<code.width).map { row in
            String(code.modules[row * code.width..<(row + 1) * code.width].map { $0 ? "#" : " " })
        }
    }

    @Test("a text has a known code, and its path covers the dark modules")
    func known() throws {
        let code = try #require(QRCode("HEROES"))
        #expect(
            rows(code) == [
                "#######       #######",
                "#     # ##### #     #",
                "# ### #  # ## # ### #",
                "# ### #  #  # # ### #",
                "# ### # # ### # ### #",
                "#     #   ##  #     #",
                "####### # # # #######",
                "                     ",
                "# # # #   # #   #  # ",
                "# #    ## ## # #   # ",
                "##    # #### ### ####",
                " # # # ### ### ##  # ",
                "# # #### ### ### ##  ",
                "        ##    ## # # ",
                "#######   # #   #  ##",
                "#     #  #    # #  ##",
                "# ### # ### # # # ###",
                "# ### #    # #    ## ",
                "# ### # # ## #####  #",
                "#     #    ###     # ",
                "####### #### #### ###",
            ])
        var path = ""
        for (y, row) in rows(code).enumerated() {
            for run in row.ranges(of: /#+/) {
                let start = row.distance(from: row.startIndex, to: run.lowerBound)
                path += "M\(start) \(y)H\(row.distance(from: row.startIndex, to: run.upperBound))v1H\(start)z"
            }
        }
        #expect(code.path == path)
    }
}
