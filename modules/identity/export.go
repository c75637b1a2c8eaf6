package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/metadata"
)

// userExport is what the module holds on a user.
type userExport struct {
	Profile   profileView       `json:"profile"`
	Addresses []addressView     `json:"addresses"`
	Sessions  []sessionInfoView `json:"sessions"`
	Networks  []networkExport   `json:"networks"`
	Factors   []factorExport    `json:"factors"`
	Metadata  metadata.Object   `json:"metadata"` // what staff and their systems have noted

	EmailChanges []emailChangeExport `json:"emailChanges"`
}

// emailChangeExport is a change of the user's address. The addresses are known while the change can
// be confirmed or undone.
type emailChangeExport struct {
	Email       *string    `json:"email"`
	FormerEmail *string    `json:"formerEmail"`
	RequestedAt time.Time  `json:"requestedAt"`
	ConfirmedAt *time.Time `json:"confirmedAt"`
	UndoneAt    *time.Time `json:"undoneAt"`
}

func exportEmailChange(e emailChange) emailChangeExport {
	return emailChangeExport{e.Email, e.FormerEmail, e.RequestedAt, e.ConfirmedAt, e.UndoneAt}
}

// factorExport is a second factor of the user.
type factorExport struct {
	Kind       events.FactorKind `json:"kind"`
	Name       string            `json:"name"`
	LastUsedAt *time.Time        `json:"lastUsedAt"`
}

// networkExport is a network that the user recently logged in from: a keyed digest, which does not
// reveal its address.
type networkExport struct {
	Digest     string     `json:"digest"`
	LoggedInAt *time.Time `json:"loggedInAt"`
}

// exportUser returns what the module holds on the user; nil for a guest.
func (d Deps) exportUser(ctx context.Context, db *gorm.DB, userID string) (any, error) {
	db = db.WithContext(ctx)
	u, err := userByID(db, userID)
	if fault.Is(err, fault.Unauthenticated) {
		return nil, nil // a guest
	}
	if err != nil {
		return nil, err
	}
	if err := loadStaffRoles(db, &u); err != nil {
		return nil, err
	}
	addresses, err := addressesOf(db, userID)
	if err != nil {
		return nil, err
	}
	sessions, err := sessionsOf(db, userID)
	if err != nil {
		return nil, err
	}
	networks, err := trustedNetworks(db, d.Pseudonyms.OfEmail(u.Email))
	if err != nil {
		return nil, err
	}
	factors, err := factorsOf(db, userID)
	if err != nil {
		return nil, err
	}
	changes, err := emailChangesOf(db, userID)
	if err != nil {
		return nil, err
	}
	return userExport{
		Profile: viewProfile(u, d.Authority.Scopes()), Addresses: convert.All(addresses, viewAddress),
		Sessions: viewSessions(sessions, ""), Networks: networks, Metadata: u.Metadata,
		EmailChanges: convert.All(changes, exportEmailChange),
		Factors:      convert.All(factors, func(f factor) factorExport { return factorExport{f.Kind, f.Name, f.LastUsedAt} }),
	}, nil
}
