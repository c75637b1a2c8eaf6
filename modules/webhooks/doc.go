// Package webhooks sends public events to the endpoints that admins register, and answers them as a
// feed.
//
// The public events are a list in subscribe.go; no other event leaves the service. The body of one
// (public_body.go) is made of the log each time it is sent or read, so that what was erased arrives
// as null. No body is stored.
//
// An endpoint has a URL, patterns of the events that it gets, and a secret that signs its requests.
// It is active, failing or disabled (endpoint.go). The consumer webhooks.outbox writes a delivery
// for each event and enabled endpoint that match. A worker for each endpoint (worker.go) claims
// deliveries, sends them outside of any transaction and saves the outcomes under their claims: the
// deliveries of one key one after the other in the order of the log, those of different keys at the
// same time.
//
// A deleted endpoint is gone for every caller at once. Its deliveries are deleted afterwards in
// batches, and then its row (endpoint_delete.go).
//
// A delivery is queued until an answer is 2xx (delivered), its attempts are used up (failed), or
// its endpoint answered 410 (cancelled). It is sent at least once: the process may die between the
// answer and its record. Then it is sent again with the same id.
//
// A replay queues events of the log again, those too that were delivered (replay_run.go). The
// consumer webhooks.erasure blanks what receivers have answered to events about who was erased.
//
// The module publishes webhooks.endpoint_saved, endpoint_deleted, endpoint_failing,
// endpoint_disabled, secret_rotated, replay_started and redelivery_started.
//
// Decision: a secret is derived from auth.secret, the endpoint's id and a number, and not stored. A
// check of each secret is: when auth.secret is replaced, the endpoint keeps the secrets that older
// secrets of the list have made, until it is rotated.
package webhooks
