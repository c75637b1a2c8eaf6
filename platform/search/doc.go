// Package search finds the rows of large tables that contain what a person typed, whatever the
// accents, umlauts and small typing errors, in the same way on both databases.
//
// A table has a column with the text of each row that can be found, which Text makes: folded words.
// A row matches a query when its text contains every word of it. That is a condition in SQL (LIKE),
// which reads every row. An Index makes it fast: it knows which rows contain three given characters
// in a row, and SQL checks only those that have all of a word's.
//
// The index is made of segments of some 4 000 rows that follow one another by id. They are made
// after the fact, by Index.Maintain, so that a transaction that adds a row does nothing for the
// search. The rows that come after the last segment are read by SQL, and so are those that have
// changed since (Changed): every row is found at once. A segment costs about a tenth of what its
// rows take up, and is written in one piece.
//
// Ids have to grow with time, as id.New makes them. A search looks at the newest rows first and
// stops at MaxFound.
//
// Enter by Text, Index.Find and Index.Page.
package search
