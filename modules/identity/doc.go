// Package identity is who may log in: registrations, accounts, passwords, sessions, addresses.
//
// # States
//
// A registration is an attempt: its own password, its own code. The code that was mailed for it makes an account of it,
// with the attempt's id, and ends every other attempt of the address. What is not used in time is deleted. A code that comes
// without the attempt's id is refused while several attempts are live: the owner of the mailbox can't know whose code it is.
//
// An account is verified exactly when it has a password. One made by the approval of a wholesale application has neither
// until its owner sets a password with the code in the mail. An account is retail or wholesale, its user a customer or an
// admin; it may be disabled. Erased, it leaves a tombstone.
//
// A challenge asks for a one-time code, which is derived from the challenge's id and stands nowhere. It is good from its making until its
// time is over, which starts when its letter left, at the latest after the 48 hours for which a letter is tried; once; for five
// attempts. Each attempt or account has one, the newest. All that guesses at the codes of one address do is counted by the
// address (pseudonym.Key.OfEmail), known or unknown, before anything is compared; where no challenge is live, nothing counts.
//
// A wrong password pauses the network that it came from, for that address alone, and a valid token's session by itself; a hundred
// of an hour pause the address for every network that has not lately logged in to it (lockout.go). So no stranger keeps an owner out.
//
// A session is a login on one device. It ends after 30 days without use, an admin's after 12 hours, and after 90 days anyhow. Its refresh tokens are derived from its id and a number. One that ended is deleted, and
// platform/auth keeps its access tokens out.
//
// # Unknown addresses
//
// Register, resend, forgot and login answer alike whatever is known of an address, in body and in time. So each of them does the same
// work for both: register always hashes, and records an attempt also for the address of an account; login always compares
// with one hash, and asks for the account and its attempts; forgot runs the same statements, and its events have the same
// consumers; a wrong code writes the same counters. Without a registration id, a resend answers with an id that is
// derived from the address.
//
// # Events
//
// It announces everything that happens to an account (package events), also what nobody but the audit hears.
// It hears mailer.letter_sent (consumer identity.challenges), which starts a code's time, and wholesale.application_approved
// (identity.wholesale), which makes or turns an account, once for each application.
package identity
