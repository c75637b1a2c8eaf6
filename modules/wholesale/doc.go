// Package wholesale takes applications for wholesale accounts and lets admins decide them.
//
// It owns the tables wholesale_applications and wholesale_accounts. Its routes are in http.go, its
// consumers in subscribe.go, its periodic work in jobs.go.
//
// An application is under_review until an admin approves or rejects it, once and for good; a
// question asked meanwhile leaves it under_review, and so does its answer, which comes by mail or
// phone and is written down by the staff. It creates no account: identity does, when it handles the
// approval.
//
// It publishes wholesale.application_submitted, application_approved, application_rejected,
// info_requested and answer_recorded. It handles identity.account_created, to find a user's
// applications for an export by the account's email address, and identity.account_erased, after
// which an application stays as a row without anything personal in it. An application that was
// still under review is rejected by that, and has no admin who decided it.
//
// wholesale.keep_days after it was rejected, or submitted and never decided, an application is
// erased in the same way, unless its email address has an account: then the erasure of the account
// does it.
package wholesale
