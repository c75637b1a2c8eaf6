package ordering

import (
	"context"
	"errors"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// readCart is the owner's cart as it stands. Only making and merging take a transaction.
func (s *service) readCart(ctx context.Context, o owner) (c *openedCart, err error) {
	db := s.DB.WithContext(ctx)
	if o.UserID != "" && o.TokenHash == "" {
		var found cart
		err := db.Where("user_id = ?", o.UserID).Take(&found).Error
		if err == nil {
			return s.opened(db, found, o)
		}
		if !errors.Is(err, gorm.ErrRecordNotFound) {
			return nil, err
		}
	}
	err = database.InTx(ctx, s.DB, func(tx *gorm.DB) error {
		c, err = s.open(tx, o)
		return err
	})
	return c, err
}

// open locks the owner's cart and reads what its sums depend on.
func (s *service) open(tx *gorm.DB, o owner) (*openedCart, error) {
	found, err := openCart(tx, o, s.Clock.Now())
	if err != nil {
		return nil, err
	}
	return s.opened(tx, found, o)
}

func (s *service) opened(tx *gorm.DB, c cart, o owner) (*openedCart, error) {
	wholesale, err := buysWholesale(tx, o.UserID)
	if err != nil {
		return nil, err
	}
	b, err := loadBasket(tx, &c, o.UserID, wholesale, s.Clock.Now())
	return &openedCart{cart: c, basket: b, userID: o.UserID}, err
}
