// Package vat has the VAT ids of accounts, and the proofs that they are valid.
//
// It owns the tables vat_users, vat_ids, vat_checks and vat_settings. Its routes are in http.go,
// its consumers in subscribe.go, its worker in check_work.go.
//
// An account has one VAT id or none. A new one is pending: nothing is proved. The worker asks VIES,
// the EU's register of VAT ids, after the commit and never in a request, and each answer is kept in
// vat_checks, as evidence for orders without VAT. An id that VIES knows is valid for
// tax.vatIdMaxAge of the shop's settings, one that it does not know is invalid at once. Half of
// that time later it asks again. A question without an answer is repeated after 1, 5 and 15
// minutes, then every hour, and every day while the id is valid. Without an answer by validUntil
// the id is pending again. An invalid id is not asked about any more: its owner deletes it and
// gives it again. Staff may confirm an id that was proved elsewhere, as if VIES had said so.
//
// The next question of an id is a column of its row. A worker claims the row for the time of a
// lease, so that of several replicas one asks; an answer counts under the claim alone. Another
// number is another row, so that an answer for the former one finds nothing to change.
//
// All that changes an id, and the erasure of its user, locks the user's row first, which stays as a
// tombstone. Evidence outlives the id and goes with the account.
//
// It publishes vat.id_changed and vat.id_confirmed. It handles shop.settings_saved, of which it
// copies the shop's own VAT id, which VIES is told, and the time for which a proof counts, and
// identity.account_erased.
package vat
