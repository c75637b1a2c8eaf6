package ordering

import (
	"reflect"
	"testing"
	"time"

	catalog "orderd/modules/catalog/events"
	identity "orderd/modules/identity/events"
	loyalty "orderd/modules/loyalty/events"
	recipients "orderd/modules/recipients/events"
	"orderd/platform/eventbus"
	"orderd/platform/id"
)

// row reads the one row of M with this value in the column.
func row[M any](t *testing.T, s *setup, column, value string) *M {
	t.Helper()
	var found []M
	if err := s.DB.Select("*").Where(column+" = ?", value).Find(&found).Error; err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 {
		return nil
	}
	return &found[0]
}

func TestProductsAreRemembered(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		var saved catalog.ProductSaved
		image := "https://shop.example/moka.webp"
		it := s.sell(t, 1999, 3, func(p *catalog.ProductSaved) {
			p.ImageURL = &image
			p.Variants[0].WholesalePrices = []catalog.Tier{{MinQuantity: 50, Price: 1200}, {MinQuantity: 10, Price: 1500}}
			saved = *p
		})
		want := variant{
			ID: it.VariantID, ProductID: it.ProductID, SKU: it.SKU, Name: "Moka", Slug: new("moka"),
			Options: map[string]string{"size": "6 cups"}, ImageURL: &image,
			TaxClass: "standard", Price: 1999, Tiers: []tier{{10, 1500}, {50, 1200}}, Sold: true,
		}
		got := row[variant](t, s, "id", it.VariantID)
		want.Seq, want.Search = got.Seq, got.Search
		if !reflect.DeepEqual(*got, want) {
			t.Errorf("got %+v, want %+v", *got, want)
		}
		for quantity, price := range map[int][2]int64{1: {1999, 1999}, 9: {1999, 1999}, 10: {1999, 1500}, 49: {1999, 1500}, 50: {1999, 1200}} {
			if r, w := got.priceFor(quantity, false), got.priceFor(quantity, true); int64(r) != price[0] || int64(w) != price[1] {
				t.Errorf("%d cost %d retail and %d wholesale", quantity, r, w)
			}
		}

		weighed := catalog.VariantsWeighed{ProductID: it.ProductID, Weights: []catalog.VariantWeight{{VariantID: it.VariantID, Grams: 310}}}
		s.Publish(t, weighed)
		if got := row[variant](t, s, "id", it.VariantID); got.WeightGrams == nil || *got.WeightGrams != 310 {
			t.Errorf("it weighs %v", got.WeightGrams)
		}
		saved.Status = "archived"
		s.Publish(t, saved)
		if got := row[variant](t, s, "id", it.VariantID); got.Sold {
			t.Error("an archived product is sold")
		}
		if got := s.stockOf(t, it.VariantID); got.OnHand != 3 {
			t.Errorf("the stock of a product saved again: %+v", got)
		}
		saved.Status, saved.Variants[0].Sold = "active", false
		s.Publish(t, saved)
		if got := row[variant](t, s, "id", it.VariantID); got.Sold {
			t.Error("a variant that was left out is sold")
		}
	})
}

func TestBuyersAreRemembered(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.wholesaler(t)
		s.Publish(t, identity.ProfileChanged{UserID: c.ID, Locale: "de", Email: c.Email, FullName: "Ada King"})
		if got := row[buyer](t, s, "user_id", c.ID); got.FullName != "Ada King" || got.Locale != "de" || !got.wholesale() ||
			got.Email != c.Email || orEmpty(got.BusinessName) != "Analytical Engines Ltd" {
			t.Errorf("got %+v", got)
		}
		s.Publish(t, identity.EmailChanged{UserID: c.ID, ChangeID: id.New(), Locale: "de", ChangedAt: s.Clock.Now(),
			Email: "king@example.com", FormerEmail: c.Email, FullName: "Ada King"})
		if got := row[buyer](t, s, "user_id", c.ID); got.Email != "king@example.com" || got.FullName != "Ada King" || !got.wholesale() {
			t.Errorf("got %+v", got)
		}
		s.Publish(t, identity.AccountTypeChanged{UserID: c.ID, AccountType: identity.RetailAccount})
		if got := row[buyer](t, s, "user_id", c.ID); got.wholesale() || got.FullName != "Ada King" ||
			got.BusinessName != nil {
			t.Errorf("got %+v", got)
		}
	})
}

func TestAddressesAreRemembered(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		if got := row[address](t, s, "id", c.AddressID); got.Address != "Unter den Linden 1, 10117 Berlin" || !got.IsDefault ||
			got.Country != "DE" {
			t.Errorf("got %+v", got)
		}
		s.Publish(t, identity.AddressSaved{
			UserID: c.ID, AddressID: c.AddressID, FullName: "Ada King", Line1: "1 High Street", Line2: new("Flat 2"), City: "Dublin",
			State: new("Leinster"), PostalCode: "D01", Country: "IE",
		})
		if got := row[address](t, s, "id", c.AddressID); got.Address != "1 High Street, Flat 2, D01 Dublin, Leinster" || got.IsDefault ||
			got.Phone != nil {
			t.Errorf("got %+v", got)
		}
		s.Publish(t, identity.AddressDeleted{UserID: c.ID, AddressID: c.AddressID})
		if got := row[address](t, s, "id", c.AddressID); !got.Deleted || got.FullName != "" {
			t.Errorf("got %+v", got)
		}
	})
}

func TestRecipientsAndVouchersAreRemembered(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		saved := recipients.RecipientSaved{
			RecipientID: id.New(), UserID: c.ID, TotalOrders: 1, FullName: "Grace Hopper", Phone: "+1 555", Address: "1 Navy Yard", Country: "US",
		}
		s.Publish(t, saved, recipients.RecipientDeleted{RecipientID: saved.RecipientID, UserID: c.ID})
		if got := row[recipient](t, s, "id", saved.RecipientID); !got.Deleted || got.FullName != "" {
			t.Errorf("deleted: %+v", got)
		}
		s.Publish(t, saved)
		if got := row[recipient](t, s, "id", saved.RecipientID); got.Deleted || got.FullName != "Grace Hopper" || got.Country != "US" {
			t.Errorf("back again: %+v", got)
		}

		issued := loyalty.VoucherIssued{VoucherID: id.New(), UserID: c.ID, Code: "vch-1", Points: 500, ExpiresAt: s.Clock.Now().Add(time.Hour)}
		s.Publish(t, issued, issued)
		if got := row[voucher](t, s, "id", issued.VoucherID); got.Code != "VCH-1" || got.Status != voucherAvailable || got.Points != 500 {
			t.Errorf("got %+v", got)
		}
	})
}

func TestReadModelsAreTheSameAfterAReplay(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.wholesaler(t)
		it := s.sell(t, 1999, 3)
		s.Publish(t, identity.AddressDeleted{UserID: c.ID, AddressID: c.AddressID})
		read := func() []any {
			left := s.stockOf(t, it.VariantID)
			left.Announced, left.AnnouncedOnHand = 0, nil // a job writes them at any time
			return []any{row[variant](t, s, "id", it.VariantID), row[buyer](t, s, "user_id", c.ID), row[address](t, s, "id", c.AddressID), left}
		}
		before := read()
		for _, consumer := range []string{"ordering.products", "ordering.buyers", "ordering.recipients", "ordering.vouchers"} {
			if _, err := eventbus.Replay(t.Context(), s.DB, consumer, false); err != nil {
				t.Fatal(err)
			}
		}
		s.Publish(t)
		if after := read(); !reflect.DeepEqual(before, after) {
			t.Errorf("before %+v, after %+v", before, after)
		}
	})
}
