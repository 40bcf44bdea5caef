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

    @Test("a code has the size of the smallest version that holds the text (ISO/IEC 18004, table 7)")
    func size() throws {
        // Version 1 holds 14 bytes with error correction level M, version 2 holds 26, version 40 holds 2,331.
        for (length, width) in [(14, 21), (15, 25), (26, 25), (27, 29), (2331, 177)] {
            let code = try #require(QRCode(String(repeating: "a", count: length)))
            #expect(code.width == width && code.modules.count == width * width)
        }
        #expect(QRCode(String(repeating: "a", count: 2332)) == nil)
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
