package ordering

import (
	"context"
	"errors"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/httpapi"
)

type addItemInput struct {
	Body struct {
		ProductID string        `json:"productId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
		VariantID *string       `json:"variantId,omitempty" format:"uuid" doc:"Not needed for a product with one." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405163"`
		Quantity  httpapi.Whole `json:"quantity" minimum:"1" maximum:"999" doc:"Added to what is in the cart." example:"3"`
	}
}

type changeItemInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Body struct {
		Quantity httpapi.Whole `json:"quantity" minimum:"0" maximum:"999" doc:"0 removes the line." example:"2"`
	}
}

type cartItemInput struct {
	ID string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
}

type addCodeInput struct {
	Body struct {
		Code httpapi.Text `json:"code" minLength:"1" maxLength:"60" doc:"Of a promotion or a voucher, in any case." example:"SPRING10"`
	}
}

type codeInput struct {
	Code string `path:"code" doc:"In any case."`
}

type shippingOptionsInput struct {
	Country string `query:"country" schema:"Country" pattern:"^[A-Z]{2}$" patternDescription:"a country code like DE" doc:"Default: the shop's country." example:"DE"`
}

func (s *service) handleCreateCart(ctx context.Context, _ *struct{}) (*httpapi.Reply[guestCartView], error) {
	token := newCartToken()
	return httpapi.Commit(ctx, s.DB, http.StatusCreated, func(tx *gorm.DB) (guestCartView, error) {
		now := s.Clock.Now()
		c, err := newGuestCart(tx, hashOf(token), now)
		opened := openedCart{cart: c, basket: &basket{Now: now}}
		return guestCartView{Cart: opened.view(&s.Config), CartToken: token}, err
	})
}

func (s *service) handleGetCart(ctx context.Context, _ *struct{}) (*httpapi.Reply[cartView], error) {
	c, err := s.readCart(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	return httpapi.OK(c.view(&s.Config))
}

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

// writeCart does something to the caller's cart and answers with the whole of it.
func (s *service) writeCart(ctx context.Context, status int, do func(tx *gorm.DB, c *openedCart) error) (*httpapi.Reply[cartView], error) {
	return httpapi.Commit(ctx, s.DB, status, func(tx *gorm.DB) (cartView, error) {
		c, err := s.open(tx, caller(ctx))
		if err != nil {
			return cartView{}, err
		}
		if err := do(tx, c); err != nil {
			return cartView{}, err
		}
		return c.view(&s.Config), nil
	})
}

func (s *service) handleAddItem(ctx context.Context, in *addItemInput) (*httpapi.Reply[cartView], error) {
	return s.writeCart(ctx, http.StatusCreated, func(tx *gorm.DB, c *openedCart) error {
		return c.add(tx, in.Body.ProductID, text(in.Body.VariantID), int(in.Body.Quantity))
	})
}

func (s *service) handleChangeItem(ctx context.Context, in *changeItemInput) (*httpapi.Reply[cartView], error) {
	return s.writeCart(ctx, http.StatusOK, func(tx *gorm.DB, c *openedCart) error { return c.change(tx, in.ID, int(in.Body.Quantity)) })
}

func (s *service) handleRemoveItem(ctx context.Context, in *cartItemInput) (*httpapi.Reply[cartView], error) {
	return s.writeCart(ctx, http.StatusOK, func(tx *gorm.DB, c *openedCart) error { return c.change(tx, in.ID, 0) })
}

func (s *service) handleEmptyCart(ctx context.Context, _ *struct{}) (*httpapi.Reply[cartView], error) {
	return s.writeCart(ctx, http.StatusOK, func(tx *gorm.DB, c *openedCart) error { return c.empty(tx) })
}

func (s *service) handleAddCode(ctx context.Context, in *addCodeInput) (*httpapi.Reply[cartView], error) {
	return s.limitCodes(ctx, func() (*httpapi.Reply[cartView], error) {
		return s.writeCart(ctx, http.StatusOK, func(tx *gorm.DB, c *openedCart) error { return c.addCode(tx, &s.Config, string(in.Body.Code)) })
	})
}

func (s *service) handleRemoveCode(ctx context.Context, in *codeInput) (*httpapi.Reply[cartView], error) {
	return s.writeCart(ctx, http.StatusOK, func(tx *gorm.DB, c *openedCart) error { return c.removeCode(tx, in.Code) })
}

func (s *service) handleShippingOptions(ctx context.Context, in *shippingOptionsInput) (*httpapi.Reply[[]shippingOption], error) {
	c, err := s.readCart(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	var all []shippingMethod
	if err := s.DB.WithContext(ctx).Where("active").Order("price_cents, name, id").Find(&all).Error; err != nil {
		return nil, err
	}
	country := in.Country
	if country == "" {
		country = s.Config.Country
	}
	sums := s.Config.price(c.basket)
	options := []shippingOption{}
	for _, m := range all {
		if m.serves(country) {
			options = append(options, shippingOption{
				ID: m.ID, Name: m.Name, Price: m.priceFor(sums.Subtotal - sums.Discount), Estimate: estimateView{MinDays: m.MinDays, MaxDays: m.MaxDays},
			})
		}
	}
	return httpapi.OK(options)
}
