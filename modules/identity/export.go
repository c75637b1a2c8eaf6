package identity

import (
	"context"

	"gorm.io/gorm"
)

// exported is what the module holds on a user.
type exported struct {
	Profile   profile       `json:"profile"`
	Addresses []address     `json:"addresses"`
	Sessions  []sessionInfo `json:"sessions"`
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
	return exported{Profile: viewProfile(&u), Addresses: viewAddresses(addresses), Sessions: viewSessions(sessions, "")}, nil
}
