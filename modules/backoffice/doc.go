// Package backoffice shows operators what happened and lets them mend what got stuck: the event log,
// the audit, which is the log filtered to who did what, and the deliveries that a consumer gave up on.
//
// It owns no table: the log is platform/eventbus's, which it reads and whose dead deliveries it revives. It hears nothing
// and announces that a delivery was retried.
package backoffice
