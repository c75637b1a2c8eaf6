// Package identity owns registrations, accounts, passwords, one-time codes, sessions and postal
// addresses; and of those who run the shop the staff, their roles, invitations, second factors
// (authenticator apps, recovery codes, passkeys) and API keys. The other modules keep what they
// need of an account as copies, fed by its events.
//
// # States
//
// A registration has its own password and its own code. The code that was mailed for it makes an
// account of it, with the registration's id, and deletes all other registrations of the address. A
// registration that is not verified in time is deleted. A code that comes without a registration id
// is refused while several registrations are live: the owner of the mailbox cannot know which one
// it belongs to.
//
// An account is verified exactly when it has a password. One that an approved wholesale application
// made, or an import of customers, has none until its owner sets a password with a mailed code. An
// account is retail or wholesale, and its role customer, staff or admin; an admin may disable it.
// Erased, it leaves a tombstone.
//
// An import of customers (customer_import.go) mails nobody. An account that it makes shows nothing
// before the mailbox is proved: there is no session without a code. Of an account that exists it
// fills what is missing, a phone number and addresses, and makes a retail account a wholesale one;
// what its owner or the shop has said stays. It brings no erased account back.
//
// A member of the staff has a role of scopes (role.go), an admin the built-in one with every scope,
// which users with the role admin have. An invitation is pending until its code is accepted, or it
// is revoked or replaced; its code is good for 72 hours, like that of a challenge. An API key is
// active until it expires or is revoked; platform/auth verifies it.
//
// A challenge is a request for a one-time code, which is derived from the challenge's id and stored
// nowhere. A code is good once, for five attempts, from the making of the challenge until 15
// minutes after its mail was last sent, for an approved application 24 hours. While the mail has
// not been sent, that time starts 48 hours after the challenge was made, when the mail counts as
// failed. A registration or an account has one challenge, the newest. Attempts are counted by the
// email address (pseudonym.Key.OfEmail), known or unknown, before any code is compared; where no
// challenge is live, nothing is counted.
//
// A wrong password locks out the network that it came from, for that address alone; with a valid
// token, the session. A hundred in an hour lock the address for every network that has not recently
// logged in to it (lockout.go). So no stranger can lock an owner out.
//
// A change of the address (email_change.go) is requested with the password, confirmed with a code
// in the mail to the new address, and undone for 7 days with one in the mail to the former: then
// the password is void. So long the former address is held: it is no other account's, which a
// trigger on identity_users enforces.
//
// A session is a login on one device. It ends after 30 days without use, the staff's after 12
// hours, and after 90 days in any case. Its refresh tokens are derived from its id and a number. A
// session that ended is deleted, and platform/auth refuses its access tokens.
//
// # Second factors
//
// One of the staff may have an authenticator app. Its secret is derived from the factor's id, and a
// factor that was not confirmed with a code counts for nothing. A login with the right password, or
// code, then makes a proof challenge instead of a session: good for 5 minutes, 5 attempts and one
// session (proof.go, second_factor_answer.go). Recovery codes stand in for the app, each once. A
// session says when it was last proved, its tokens say so, and whether there is a second factor;
// platform/httpapi asks for a newer proof where an operation needs one (step_up.go). Ten wrong
// answers lock the account's second factors out for a while, like wrong passwords. Who leaves the
// staff loses the factors.
//
// # Passkeys
//
// One of the staff may have ten passkeys (passkey_add.go). Of one this module stores the id, the
// public key and the counter of signatures; platform/passkey checks what browsers send, for the
// relying party of auth.staff_origin. A passkey answers a proof challenge like a code of the app.
// It is also a login of its own, without email and password (passkey_use.go): it is discoverable,
// and the authenticator verifies its user, so that it is both factors. A challenge is good for 5
// minutes and one answer.
//
// # Unknown addresses
//
// Register, resend, forgot and login answer alike for every address, in body and in time. So each
// of them does the same work for known and unknown addresses: register always hashes, and stores a
// registration for the address of an account, too; login always compares with one hash, and reads
// both the account and its registrations; forgot runs the same statements, and its events have the
// same consumers; a wrong code writes the same counters. A resend without a registration id answers
// with an id that is derived from the address.
//
// # Events
//
// It publishes everything that happens to an account (package events), some of it for the audit
// alone. It subscribes to mailer.letter_sent (consumer identity.challenges), which starts the life
// of a code; to wholesale.application_approved (identity.wholesale), which makes or converts an
// account, once for each application; to ordering.order_placed (identity.orders), which saves the
// address that the buyer has typed at the checkout and wants to keep, once for each order; and to
// webhooks.endpoint_disabled (identity.alerts): when it was for failures, each of the staff who may
// change webhooks gets an email.
//
// # Where to start
//
// http.go lists the routes by noun; <noun>_http.go has types and handlers, <noun>_<verb>.go a use
// case, <noun>_store.go its SQL.
package identity
