// Package backoffice shows operators what happened, and lets them repair what is stuck: the event
// log, the audit, which is the log restricted to who did what, and dead deliveries, which their
// consumers gave up after the last attempt.
//
// It also answers what the staff's pages need of the configuration (settings_http.go).
//
// It owns no table: the log is platform/eventbus's. Its routes are in http.go, its command in
// delivery_command.go. It handles no events, and publishes backoffice.delivery_retried.
package backoffice
