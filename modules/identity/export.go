package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/convert"
)

// userExport is what the module holds on a user.
type userExport struct {
	Profile   profileView       `json:"profile"`
	Addresses []addressView     `json:"addresses"`
	Sessions  []sessionInfoView `json:"sessions"`
	Networks  []networkExport   `json:"networks"`
}

// networkExport is a network that the user recently logged in from: a keyed digest, which does not
// reveal its address.
type networkExport struct {
	Digest     string     `json:"digest"`
	LoggedInAt *time.Time `json:"loggedInAt"`
}

// exportUser returns what the module holds on the user.
func (d Deps) exportUser(ctx context.Context, db *gorm.DB, userID string) (any, error) {
	db = db.WithContext(ctx)
	u, err := userByID(db, userID)
	if err != nil {
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
	return userExport{
		Profile: viewOfProfile(u), Addresses: convert.All(addresses, viewOfAddress), Sessions: viewsOfSessions(sessions, ""), Networks: networks,
	}, nil
}
