import Basics

/// The tables of the site, in the first schema of the connection's `search_path`.
enum Schema {
    /// The version of the tables that this program creates and uses.
    static let version = 1

    /// Creates the tables if they are missing; throws `.refused` if they belong to a later version of the program.
    static func prepare(_ connection: DatabaseConnection) throws(DatabaseError) {
        let deadline = MonotonicTime.now + 15_000
        if try readableBy(connection, deadline) == nil { try connection.execute(script, deadline: deadline) }
        guard let required = try readableBy(connection, deadline) else {
            throw .unavailable("the database has no version of its tables, although they were created")
        }
        guard required <= version else {
            throw .refused(
                "the tables of the database need a program that knows version \(required); this one knows version "
                    + "\(version) (install the later release on this machine, too)")
        }
    }

    /// Returns the lowest version of a program that may use the tables; nil if there are none.
    private static func readableBy(
        _ connection: DatabaseConnection, _ deadline: MonotonicTime
    ) throws(DatabaseError) -> Int? {
        let exists = SQLStatement.read("SELECT to_regclass('schema_version') IS NOT NULL")
        guard try connection.run(exists, [], deadline: deadline).rows.first?.bool(0) == true else { return nil }
        let version = SQLStatement.read("SELECT readable_by FROM schema_version")
        return try connection.run(version, [], deadline: deadline).rows.first?.int(0)
    }

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

        -- Work of one machine at a time, such as the expiry of visitors.
        CREATE TABLE IF NOT EXISTS lease (
          name text PRIMARY KEY, holder bytea, expires timestamptz NOT NULL);

        -- LZ4 compresses lists faster; a server before version 14, or built without it, uses its default.
        DO $$ BEGIN
          EXECUTE 'ALTER TABLE visitor ALTER list SET COMPRESSION lz4';
          EXECUTE 'ALTER TABLE response ALTER body SET COMPRESSION lz4';
        EXCEPTION WHEN OTHERS THEN NULL;
        END $$;
        COMMIT
        """
}
