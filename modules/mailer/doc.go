// Package mailer sends the emails of the service: HTML and plain text, in English and German.
//
// It consumes events of identity, wholesale, ordering and invoices (subscribe.go). A draft
// (draft_….go) says which email an event has; the email is enqueued in the transaction of the
// event, once for each event, with a Message-ID that never changes. The queue, mailer_letters,
// stores the kind and the values of an email, not its text. One-time codes are not stored at all:
// they are derived from their challenge each time the email is rendered, so that one that waited,
// or is sent again, carries a code that works.
//
// An email of a document has its PDF: the row keeps the sum of the file, and the bytes are read
// from platform/files when it is sent.
//
// A shop may say something of its own in place of an email's subject and first paragraph, give them
// a color and put a footer below them (template_own.go, template_palette.go): the module's copy of
// the settings has it, and every email is rendered with what is set when it leaves. A preview
// (preview_http.go) renders an email that is in no queue with settings that are not saved yet, a
// test sends one to whoever asks. Both are about something made up, or about an order as the log
// has it; a test leaves out what its buyer has written, for no erasure reaches a mailbox.
//
// An email is queued until the mail server has accepted it (sent), rejected it for good, or not
// accepted it within 48 hours (failed). An admin may send a failed or a sent one again. Emails are
// deleted after 90 days. The module publishes mailer.letter_sent, with which the time of a code
// starts, mailer.letter_failed and mailer.letter_retried.
//
// Emails are sent at least once. The deliverer (delivery.go) claims up to 50 emails by moving their
// due time 15 s ahead in a guarded UPDATE, and again while an attempt lasts, sends them outside of
// any transaction, and saves the outcomes under the claim: all that have come since the last save
// together. What it cannot try within a second it releases. If the process dies in between, the
// emails become due again: at worst each of those that were sent and not saved arrives twice, with
// one Message-ID. While the server is unreachable no email is tried. A connection every few seconds
// finds the server back, and then all that waits is sent at once.
//
// To add an email: its kind in events.go, a template for each language (template.go describes their
// format), a draft, a line in subscribe.go, and what is made up for its preview
// (preview_sample.go); about an order, a line in preview_order.go and in OrderKinds too.
//
// Decision: the queue stores the values of an email; the event is not read again when the email is
// rendered. Context: events may be erased, and handlers must not depend on the log. Consequence:
// the erasure of an account erases its emails here too.
package mailer
