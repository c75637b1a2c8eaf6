// Package copies keeps in memory what a module has copied of rows that change rarely and that every
// request reads, such as the shop's settings. A module makes a Copy of its table, into which a
// consumer of the events that change the rows saves them (Save). A Store renews the copies of a
// process: at once after a commit of its own, by the database's signal after that of another
// process, and at the latest within PollInterval. So a request reads them without a statement.
//
// A process that was stopped, or that no signal reaches, is behind until it looks. What must not
// happen with an old copy compares the version of the copy with Version in its transaction, and
// tries again with Copy.ReadLocked.
package copies
