// Package notifications keeps an inbox of in-app notifications for each user, and streams it.
//
// It consumes events of the other modules. A draft (draft_….go) says which notification an event
// has, for which users (audience.go); the template of its kind in the language of the user makes
// the words (templates.yaml), or in the shop's, which is a copy of its settings (copy_settings.go),
// where it speaks the user's no longer. Roles, languages and addresses of users are a copy of
// identity's (copy_user.go).
//
// Notices (notice.go) are the notifications to the staff: who has the scope of a kind gets it, in
// the inbox and as mail, unless switched off. A mail has all notices since the last one
// (notice_digest.go): the module publishes notifications.notices_due, of which identity makes an
// email, and notifications.notices_chosen when a member of the staff has changed the switches.
//
// An inbox is ordered by number. A number is taken from the row of the inbox, which stays locked
// until the notification is committed: so numbers become visible in their order, and a stream that
// sends "everything after n" misses nothing and repeats nothing.
//
// A ticket (stream_ticket.go) opens one stream in place of an access token, for EventSource, which
// can send no header. Its row is deleted by its use, on whichever replica.
//
// To add a notification: its kind in notification.go and in the document of GET /v1/notifications
// (notification_http.go), its texts in templates.yaml, a draft, and a line in subscribe.go.
//
// Decision: one lock for all inboxes, the row of notifications_pen, held from the first inbox to
// the commit. Context: a batch of deliveries locks many inboxes, in any order, and two replicas
// would run into deadlocks of a second each. Consequence: a second replica does not write while the
// first does. A batch takes milliseconds, and within a process one worker writes anyway.
package notifications
