// Package mailer sends the service's letters: HTML and text, English and German.
//
// It hears what identity, wholesale and ordering announce and queues one letter for an event; the letter's Message-ID is fixed there.
// Nothing of a letter's wording is stored, only its kind and values; a one-time code is not even a value: it is derived
// from its challenge each time the letter is written, so that a letter that waited or is sent again carries the code that works.
//
// A letter is queued until the mail server took it (sent) or will never take it (failed: refused for good, or not
// delivered within 48 hours). An admin may send a failed or sent one again; after 90 days it is deleted. It announces mailer.letter_sent, which starts
// the time of the code in the letter, letter_failed and letter_retried.
//
// Sending is at least once. A worker claims a letter by moving its due time 30 s ahead in a guarded UPDATE, talks to the
// mail server outside of any transaction, and records the outcome, again guarded by its claim. A process that dies in between
// leaves a letter that comes due again: at worst it arrives twice, with one Message-ID. While the server can't be reached
// no letter is tried; one probe connection every few seconds finds it back, and then everything that waits goes out at once.
//
// To add a mail: one text for each language in templates (texts.go says how one is written), one line in subscribe.go or orders.go, and its
// kind in the document of GET /v1/admin/mails.
//
// Decision: the values of a letter are stored rather than the event read again when the letter is written.
// Context: events may be erased, and handlers must not depend on the log. Consequence: erasing an account erases its letters here.
package mailer
