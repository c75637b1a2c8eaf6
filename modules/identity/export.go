package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/convert"
	"orderd/platform/fault"
)

// userExport is what the module holds on a user.
type userExport struct {
	Profile   profileView       `json:"profile"`
	Addresses []addressView     `json:"addresses"`
	Sessions  []sessionInfoView `json:"sessions"`
	Networks  []networkExport   `json:"networks"`
	Factors   []factorExport    `json:"factors"`
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
	return userExport{
		Profile: viewProfile(u, d.Authority.Scopes()), Addresses: convert.All(addresses, viewAddress),
		Sessions: viewSessions(sessions, ""), Networks: networks,
		Factors: convert.All(factors, func(f factor) factorExport { return factorExport{f.Kind, f.Name, f.LastUsedAt} }),
	}, nil
}
