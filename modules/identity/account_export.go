package identity

import (
	"context"
	"time"

	"gorm.io/gorm"
)

// exported is what the module holds on a user.
type exported struct {
	Profile   profile       `json:"profile"`
	Addresses []address     `json:"addresses"`
	Sessions  []sessionInfo `json:"sessions"`
	Networks  []network     `json:"networks"`
}

// network is one that the user lately logged in from: a keyed digest, from which nobody can find out its address.
type network struct {
	Digest     string     `json:"digest"`
	LoggedInAt *time.Time `json:"loggedInAt"`
}

func (s *service) export(ctx context.Context, db *gorm.DB, userID string) (any, error) {
	db = db.WithContext(ctx)
	u, err := userByID(db, userID)
	if err != nil {
		return nil, err
	}
	addresses, err := addressesOf(db, userID)
	if err != nil {
		return nil, err
	}
	var sessions []openSession
	if err := db.Where("user_id = ?", userID).Order("created_at, id").Find(&sessions).Error; err != nil {
		return nil, err
	}
	networks := []network{}
	err = db.Model(&loginSource{}).Select("source AS digest, logged_in_at").Where("address_id = ? AND logged_in_at IS NOT NULL", s.Pseudonyms.OfEmail(u.Email)).
		Order("logged_in_at").Find(&networks).Error
	if err != nil {
		return nil, err
	}
	return exported{Profile: viewProfile(&u), Addresses: viewAddresses(addresses), Sessions: viewSessions(sessions, ""), Networks: networks}, nil
}
