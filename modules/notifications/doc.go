// Package notifications keeps every user's inbox of in-app notifications and streams it.
//
// It hears what happens elsewhere and writes it into the inboxes of those whom it concerns: subscribe.go and orders.go say
// which event tells whom what, texts.yaml in which words. A new kind is a line in the one, an entry in the other and a word in the document
// of GET /v1/notifications. It announces nothing itself: only its owner ever looks into an inbox.
//
// Who is whom (role, language, address) is a read model of identity's, users.go.
//
// The order of an inbox is that of its numbers. A number is taken from the inbox's row, which stays locked until the
// notification is committed: so numbers become visible in their order, and a stream that sends "everything after n"
// misses nothing and repeats nothing.
//
// A batch of deliveries locks many inboxes, in any order; two replicas would meet in deadlocks, of a second each. So there is
// one pen for all of them (the row of notifications_pen), held from the first inbox to the commit. Batches take
// milliseconds and one process writes with one worker anyway; what is given up is that a second replica writes beside the first.
package notifications
