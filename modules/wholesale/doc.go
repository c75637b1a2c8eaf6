// Package wholesale takes applications for wholesale accounts and lets admins decide them.
//
// An application is under_review until an admin approves or rejects it, once and for good; a question asked meanwhile
// leaves it under_review. It makes no account: identity does, when it hears of the approval.
//
// It announces wholesale.application_submitted, application_approved, application_rejected and info_requested.
// It hears identity.account_created, to know whose address is whose when a user asks for an export, and
// identity.account_erased, after which an application stays as a row without anything personal in it. One that was
// still under review is thereby rejected, by nobody: there is nobody left to approve. The same becomes of an application that was rejected, or
// that nobody has decided, wholesale.keep_days ago, unless its address has an account: nobody would ever erase it.
package wholesale
