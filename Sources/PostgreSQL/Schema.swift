import Basics

/// The tables of the site, in the first schema of the connection's `search_path`.
enum Schema {
    /// The version of the tables that this program creates and uses.
    static let version = 1

    /// Creates the tables if they are missing; throws `.refused` if they belong to another program, to a later version
    /// of this one, or to machines with another secret.
    static func prepare(_ connection: DatabaseConnection, secret: [UInt8]?) throws(DatabaseError) {
        let deadline = MonotonicTime.now + 15_000
        if let table = try connection.run(foreignTable, deadline: deadline).rows.first {
            throw .refused(
                "the database has a table of another program, \(String(decoding: try table.bytes(0), as: UTF8.self)) "
                    + "(use a database of the site's own, or a schema: ALTER ROLE … SET search_path = …)")
        }
        // Without the tables, this fails.
        if (try? connection.run(readableBy, deadline: deadline)) == nil {
            try connection.execute(script, deadline: deadline)
        }
        let required = try connection.run(readableBy, deadline: deadline).rows.first?.int(0) ?? version
        guard required <= version else {
            throw .refused(
                "the tables of the database need a program that knows version \(required); this one knows version "
                    + "\(version) (install the later release on this machine, too)")
        }
        if let secret { try compare(secret, connection, deadline) }
    }

    /// The lowest version of a program that may use the tables.
    private static let readableBy = SQLStatement.read("SELECT readable_by FROM schema_version")

    /// Stores a fingerprint of the first machine's secret, and throws `.refused` if this one has another. Two bytes of
    /// a hash tell secrets apart, but do not confirm a guess.
    private static func compare(
        _ secret: [UInt8], _ connection: DatabaseConnection, _ deadline: MonotonicTime
    ) throws(DatabaseError) {
        let fingerprint = SQLValue.bytes(Array(SHA256.hash(data: Array("HEROES_SECRET:".utf8) + secret).prefix(2)))
        let store = SQLStatement.asyncWrite(
            """
            \(SQLStatement.relaxed) INSERT INTO lease (name, holder, expires)
            SELECT 'HEROES_SECRET', $1, 'infinity' FROM relaxed ON CONFLICT DO NOTHING
            """)
        let isShared = SQLStatement.read("SELECT holder = $1 FROM lease WHERE name = 'HEROES_SECRET'")
        _ = try connection.run(store, [fingerprint], deadline: deadline)
        guard try connection.run(isShared, [fingerprint], deadline: deadline).rows.first?.bool(0) != false else {
            throw .refused(
                "HEROES_SECRET is not that of the machines which use the database (set the same on all; to change it, "
                    + "stop them and run DELETE FROM lease WHERE name = 'HEROES_SECRET')")
        }
    }

    /// The first table of the schema that has the name of ours, but not its columns.
    private static let foreignTable = SQLStatement.read(
        """
        SELECT c.relname::text::bytea FROM pg_class c JOIN (VALUES
          ('schema_version', 'number bigint,readable_by bigint'),
          ('visitor', 'id bytea,revision bigint,list bytea,last_seen date'),
          ('expiring_value', 'kind text,key bytea,value bytea,expires timestamp with time zone'),
          ('new_visitor', 'network bytea,level double precision,updated timestamp with time zone'),
          ('source', 'id bytea,resource text,recent timestamp with time zone[],paused_until timestamp with time zone'),
          ('response', 'source bytea,key bytea,is_indexed boolean,fetched timestamp with time zone,body bytea'),
          ('lease', 'name text,holder bytea,expires timestamp with time zone')) ours (name, columns)
        ON c.relname = ours.name
        WHERE c.relnamespace = to_regnamespace(quote_ident(current_schema())) AND (c.relkind <> 'r' OR NOT
          string_to_array(columns, ',') <@ ARRAY(
            SELECT attname || ' ' || format_type(atttypid, NULL) FROM pg_attribute WHERE attrelid = c.oid))
        LIMIT 1
        """)

    /// May be run again and by several machines at once; the advisory lock, "Heroes" in ASCII, lets one in at a time.
    private static let script = """
        BEGIN;
        SELECT pg_advisory_xact_lock(x'4865726F6573'::bigint);
        -- One row: the version of the tables, and the lowest version of a program that may use them.
        CREATE TABLE IF NOT EXISTS schema_version (number bigint NOT NULL, readable_by bigint NOT NULL);
        INSERT INTO schema_version SELECT \(version), \(version) WHERE NOT EXISTS (SELECT FROM schema_version);

        CREATE TABLE IF NOT EXISTS visitor (
          id        bytea  PRIMARY KEY CHECK (octet_length(id) = 32),      -- SHA-256 of the cookie
          revision  bigint NOT NULL,                                       -- max(previous + 1, milliseconds since 1970)
          list      bytea  NOT NULL CHECK (octet_length(list) <= 4194304), -- as in the files of favourites
          last_seen date   NOT NULL DEFAULT CURRENT_DATE                   -- not indexed, so that updates stay HOT
        ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);

        -- Undo histories, transfer codes and results of imports, for ten minutes.
        CREATE UNLOGGED TABLE IF NOT EXISTS expiring_value (
          kind text, key bytea, value bytea NOT NULL, expires timestamptz NOT NULL, PRIMARY KEY (kind, key));
        CREATE INDEX IF NOT EXISTS expiring_value_expires ON expiring_value (expires);

        -- A leaky bucket per network.
        CREATE UNLOGGED TABLE IF NOT EXISTS new_visitor (
          network bytea PRIMARY KEY, level double precision NOT NULL, updated timestamptz NOT NULL);

        -- The calls of a source and the pauses that it asks for, by the hash of its address and by resource.
        CREATE TABLE IF NOT EXISTS source (
          id           bytea,
          resource     text,
          recent       timestamptz[] NOT NULL DEFAULT '{}', -- calls of the last hour
          paused_until timestamptz,
          PRIMARY KEY (id, resource));

        CREATE TABLE IF NOT EXISTS response (
          source     bytea,
          key        bytea,
          is_indexed bool   NOT NULL DEFAULT false,
          fetched    timestamptz NOT NULL DEFAULT now(),
          body       bytea, -- empty for an object that is missing
          PRIMARY KEY (source, key));
        CREATE INDEX IF NOT EXISTS response_fetched ON response (source, fetched);
        CREATE INDEX IF NOT EXISTS response_indexed ON response (source, fetched) WHERE is_indexed;

        -- Work of one machine at a time, such as the expiry of visitors; and the fingerprint of HEROES_SECRET.
        CREATE TABLE IF NOT EXISTS lease (
          name text PRIMARY KEY, holder bytea, expires timestamptz NOT NULL);
        COMMIT
        """
}
