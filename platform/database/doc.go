// Package database opens the service's database by its URL (SQLite, embedded, or PostgreSQL),
// migrates it and runs transactions. It hides the differences of the two from its callers.
//
// It owns the connections, the version tables of the migrations and the signals between replicas.
// Enter by Open, Migrate and InTx. Queries go through gorm.
//
// The differences, and what hides them:
//
//   - Writers: SQLite has one at a time. Writers of this process queue in InTx, those of other
//     processes wait for busy_timeout.
//   - Row locks: ForUpdate locks rows on PostgreSQL. On SQLite a transaction is exclusive from its
//     BEGIN.
//   - Times are UTC and whole microseconds, in queries and in results. An expression, such as
//     max(created_at), has no type on SQLite and scans as text: select columns instead.
//   - Constraints: both return gorm.ErrDuplicatedKey, ErrForeignKeyViolated and
//     ErrCheckConstraintViolated. IsUnique says which constraint it was.
//   - Failures: IsUnavailable knows PostgreSQL's lost connections, timeouts and limits, and
//     SQLite's lock, I/O and disk errors.
package database
