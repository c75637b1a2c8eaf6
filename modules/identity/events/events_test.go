package events

import (
	"testing"
	"time"

	"orderd/platform/eventbus/eventbustest"
)

func TestContract(t *testing.T) {
	t.Parallel()
	const (
		user      = "0199d5a1-93c4-7a50-8b1c-6d2e3f405162"
		thing     = "0199d5a1-93c4-7a50-8b1c-6d2e3f405163"
		challenge = "0199d5a1-93c4-7a50-8b1c-6d2e3f405164"
		address   = "1d9b6c1e-3a52-5f0a-9c39-2f8b6a1f7d10"
		email     = "ada@example.com"
		name      = "Ada Lovelace"
	)
	at := time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	const network = "700b993fcd3ac8edef072a26765b775de94834491085a017ab392446b0850f40"
	text := func(s string) *string { return &s }
	eventbustest.Golden(t, "testdata",
		RegistrationRequested{
			RegistrationID: user, ChallengeID: challenge, Locale: "de", Resent: true, RequestedAt: at, Email: email, FullName: name,
		},
		RegistrationRefused{UserID: user, Locale: "de", Email: email, FullName: name},
		RegistrationUnclear{AddressID: address, Locale: "de", Email: email},
		AccountCreated{
			UserID: user, Origin: "wholesale", Role: "customer", AccountType: "wholesale", Locale: "de", CreatedAt: at,
			Email: email, FullName: name, Phone: text("+49 30 1234567"), BusinessName: text("Analytical Engines Ltd"),
		},
		EmailVerified{UserID: user, Locale: "de", VerifiedAt: at, Email: email, FullName: name},
		EmailChangeRequested{UserID: user, ChangeID: thing, ChallengeID: challenge, AddressID: address, Locale: "de", Email: email},
		EmailChanged{
			UserID: user, ChangeID: thing, Locale: "de", ChangedAt: at, Email: email, FormerEmail: "ada@example.org",
			FullName: name,
		},
		EmailUndoOffered{UserID: user, ChallengeID: challenge, Locale: "de", Email: email},
		ProfileChanged{UserID: user, Locale: "de", Email: email, FullName: name, Phone: text("+49 30 1234567")},
		AddressSaved{
			UserID: user, AddressID: thing, IsDefault: true, Label: text("Home"), FullName: name, Company: text("Analytical Engines Ltd"),
			Phone: text("+49 30 1234567"),
			Line1: "Unter den Linden 1", Line2: text("c/o Babbage"), City: "Berlin", State: text("Berlin"), PostalCode: "10117", Country: "DE",
		},
		AddressDeleted{UserID: user, AddressID: thing}, ProfileCorrected{UserID: user, Fields: []ProfileField{ProfileFullName, ProfilePhone}},
		AccountTypeChanged{UserID: user, AccountType: "wholesale", BusinessName: text("Analytical Engines Ltd")},
		RoleChanged{UserID: user, Role: "admin"},
		RoleSaved{RoleID: thing, Name: "Packer", Scopes: []string{"orders:write", "stock:read"}},
		RoleDeleted{RoleID: thing},
		StaffInvited{
			InvitationID: thing, ChallengeID: challenge, AddressID: address, RoleID: user, RoleName: "Packer", Resent: true, Locale: "de",
			Email: email, FullName: name,
		},
		InvitationRevoked{InvitationID: thing, AddressID: address},
		InvitationAccepted{InvitationID: thing, AddressID: address, UserID: user},
		APIKeySaved{KeyID: thing, Name: "ERP", Prefix: "odk_k7m2qx4d", Scopes: []string{"orders:read"}, ExpiresAt: &at},
		APIKeyRevoked{KeyID: thing},
		AccessChanged{UserID: user, Disabled: true},
		WholesaleAccessGranted{
			UserID: user, ApplicationID: thing, TrackingID: "WHS-40718266519342", ChallengeID: challenge, Locale: "de", NewAccount: true,
			Email: email, FullName: name, BusinessName: "Analytical Engines Ltd",
		},
		PasswordCodeRequested{UserID: user, ChallengeID: challenge, Locale: "de", Email: email, FullName: name},
		PasswordCodeRefused{AddressID: address},
		StaffAlerted{UserID: user, Alert: AlertWebhookDisabled, Host: "hooks.example.com", Locale: "de", Email: email, FullName: name},
		PasswordChanged{UserID: user, How: "set", First: true, Locale: "de", Email: email, FullName: name},
		LoggedIn{UserID: user, SessionID: thing, Method: "password", Network: network},
		LoginFailed{AddressID: address, Reason: "credentials", Network: network},
		CodeRejected{AddressID: address, Purpose: "registration"}, CodeWithheld{AddressID: address, Purpose: "password"},
		SecondFactorChanged{UserID: user, Change: FactorAdded, FactorID: thing, Kind: FactorTOTP, Locale: "de", Email: email, FullName: name},
		SecondFactorRequested{UserID: user, Purpose: ProofForLogin, Method: LoginWithPassword},
		SecondFactorRejected{UserID: user, Method: ProofByTOTP}, SessionSteppedUp{UserID: user, SessionID: thing, Method: ProofByTOTP},
		SessionRefreshed{UserID: user, SessionID: thing},
		SessionsEnded{UserID: user, SessionIDs: []string{thing}, Reason: "logout"},
		CustomersImported{ImportID: thing, Rows: 120, Saved: 118, Failed: 2, Created: 96, Updated: 4},
		CustomersExported{ExportID: thing, Customers: 96},
		AccountExported{UserID: user}, ErasureRequested{UserID: user, Reason: "Asked for on paper."},
		AccountErased{UserID: user, AddressID: address, ErasedAt: at},
	)
}
