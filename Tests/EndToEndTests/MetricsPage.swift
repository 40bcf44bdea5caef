import Foundation

/// The samples of `/metrics`, parsed strictly by the rules of Prometheus' text format 0.0.4.
struct MetricsPage {
    struct Sample: Equatable {
        let name: String
        let labels: [String: String]
        let value: Double
    }

    /// A line that breaks the format, and the reason.
    struct Fault: Error, CustomStringConvertible {
        let line: String
        let reason: String
        var description: String { "\(reason): \(line)" }
    }

    private(set) var samples: [Sample] = []
    private(set) var kinds: [String: String] = [:]
    private var helps: [String: String] = [:]
    /// The families in the order of their first samples.
    private var order: [String] = []

    init(_ text: String) throws {
        guard text.isEmpty || text.hasSuffix("\n") else { throw Fault(line: "", reason: "the last line has no end") }
        for line in text.split(separator: "\n") {
            if line.hasPrefix("#") { try addMetadata(line) } else { try addSample(line) }
        }
        for (name, kind) in kinds where kind == "histogram" { try checkHistogram(name) }
    }

    /// Returns the value of the sample with these labels.
    func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        samples.first { $0.name == name && $0.labels == labels }?.value
    }

    /// The samples that never decrease.
    var counters: [Sample] {
        samples.filter { ["counter", "histogram"].contains(kinds[Self.family($0.name, kinds)]) }
    }

    private mutating func addMetadata(_ line: Substring) throws {
        let parts = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, parts[0] == "#", parts[2].wholeMatch(of: /[a-zA-Z_:][a-zA-Z0-9_:]*/) != nil else {
            throw Fault(line: String(line), reason: "neither help nor type")
        }
        let name = parts[2]
        guard !order.contains(name) else { throw Fault(line: String(line), reason: "comes after its samples") }
        switch parts[1] {
        case "HELP" where helps[name] == nil && Self.unescaped(parts[3], quotes: false) != nil: helps[name] = parts[3]
        case "TYPE" where kinds[name] == nil && ["counter", "gauge", "histogram"].contains(parts[3]):
            kinds[name] = parts[3]
        default: throw Fault(line: String(line), reason: "repeated or malformed")
        }
    }

    private mutating func addSample(_ line: Substring) throws {
        guard
            let match = line.wholeMatch(
                of: /([a-zA-Z_:][a-zA-Z0-9_:]*)(\{.*\})? ([-+]?(?:[0-9.]+(?:e[-+]?[0-9]+)?|Inf)|NaN)/),
            let value = Double(String(match.3))
        else { throw Fault(line: String(line), reason: "no sample") }
        let sample = Sample(name: String(match.1), labels: try labels(match.2, line), value: value)
        let family = Self.family(sample.name, kinds)
        guard kinds[family] != nil, helps[family] != nil else {
            throw Fault(line: String(line), reason: "without help or type")
        }
        if order.last != family {
            guard !order.contains(family) else { throw Fault(line: String(line), reason: "not next to its family") }
            order.append(family)
        }
        guard !samples.contains(where: { $0.name == sample.name && $0.labels == sample.labels }) else {
            throw Fault(line: String(line), reason: "the same sample twice")
        }
        if kinds[family] == "counter" {
            guard value >= 0, family.hasSuffix("_total") else { throw Fault(line: String(line), reason: "no counter") }
        }
        samples.append(sample)
    }

    private func labels(_ text: Substring?, _ line: Substring) throws -> [String: String] {
        guard var remainder = text?.dropFirst().dropLast() else { return [:] }
        var labels: [String: String] = [:]
        while !remainder.isEmpty {
            guard let match = remainder.prefixMatch(of: /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"(,|$)/),
                let value = Self.unescaped(String(match.2), quotes: true), labels[String(match.1)] == nil
            else { throw Fault(line: String(line), reason: "labels") }
            labels[String(match.1)] = value
            remainder = remainder[match.range.upperBound...]
            if match.3 == ",", remainder.isEmpty { throw Fault(line: String(line), reason: "labels") }
        }
        return labels
    }

    /// Returns the unescaped text, or nil if an escape is invalid.
    private static func unescaped(_ text: String, quotes: Bool) -> String? {
        var (value, isEscaped) = ("", false)
        for character in text {
            if isEscaped {
                switch character {
                case "\\": value.append("\\")
                case "n": value.append("\n")
                case "\"" where quotes: value.append("\"")
                default: return nil
                }
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                value.append(character)
            }
        }
        return isEscaped ? nil : value
    }

    /// Returns the family of a sample: a histogram's samples have suffixes.
    private static func family(_ name: String, _ kinds: [String: String]) -> String {
        for suffix in ["_bucket", "_sum", "_count"] where name.hasSuffix(suffix) {
            let family = String(name.dropLast(suffix.count))
            if kinds[family] == "histogram" { return family }
        }
        return name
    }

    /// Checks that bounds and counts increase, that the last bucket has everything, and that sum and count exist once
    /// for each set of labels.
    private func checkHistogram(_ name: String) throws {
        var buckets: [[String: String]: [(bound: Double, count: Double)]] = [:]
        for sample in samples where sample.name == name + "_bucket" {
            guard let text = sample.labels["le"], let bound = text == "+Inf" ? .infinity : Double(text) else {
                throw Fault(line: name, reason: "a bucket without a bound")
            }
            buckets[sample.labels.filter { $0.key != "le" }, default: []].append((bound, sample.value))
        }
        for (labels, buckets) in buckets {
            let pairs = zip(buckets, buckets.dropFirst())
            guard pairs.allSatisfy({ $0.bound < $1.bound && $0.count <= $1.count }), buckets.last?.bound == .infinity,
                buckets.last?.count == value(name + "_count", labels), value(name + "_sum", labels) != nil
            else { throw Fault(line: "\(name) \(labels)", reason: "no histogram") }
        }
        guard samples.filter({ $0.name == name + "_count" }).count == buckets.count else {
            throw Fault(line: name, reason: "counts without buckets")
        }
    }
}
