package payments

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"go.uber.org/goleak"

	ordering "orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/platform/id"
	"orderd/platform/module"
	"orderd/platform/secret"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
	"orderd/test/kit/stripe"
)

// readAfter is how long an intent waits until it is read by itself.
const readAfter = 15 * time.Minute

// guestSecret signs the tokens of guests' orders.
var guestSecret = secret.New("the secret of these tests, long enough")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// setup is the module alone, with a buyer, and a fake of Stripe.
type setup struct {
	*moduletest.Runner
	stripe *stripe.Server
	buyer  *kit.API
	userID string
	placed int   // orders, which have numbers of their own
	bank   int64 // version of the settings
}

// each runs test on both databases, with the changes of the configuration.
func each(t *testing.T, test func(t *testing.T, s *setup), changes ...func(c *Config)) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			test(t, newSetup(t, dialect, changes...))
		})
	}
}

func newSetup(t *testing.T, dialect string, changes ...func(c *Config)) *setup {
	t.Helper()
	s := &setup{stripe: stripe.New(t)}
	config := Config{
		StripeKey: stripe.Key, StripeWebhookSecret: stripe.Secret, StripeURL: s.stripe.URL, ReadAfter: readAfter, Secret: guestSecret,
		CardProvider: &shop.CardProvider{Automatic: true, PublishableKey: stripe.PublishableKey},
	}
	for _, change := range changes {
		change(&config)
	}
	s.Runner = moduletest.On(t, dialect, func(p moduletest.Deps) module.Module {
		return New(Deps{DB: p.DB, Clock: p.Clock, Log: p.Log, Copies: p.Copies, Config: config})
	})
	s.buyer, s.userID = s.As(t, auth.RoleCustomer)
	return s
}

// place announces an order of the buyer's.
func (s *setup) place(t *testing.T, method ordering.PaymentMethod, cents int64) ordering.Order {
	t.Helper()
	s.placed++
	o := ordering.Order{
		OrderID: id.New(), Number: fmt.Sprintf("ORD-40718266%02d", s.placed), UserID: s.userID, Locale: "en", PaymentMethod: method, Total: cents,
		Email: "jana@lindner.example", FullName: "Jana Lindner",
	}
	e := ordering.OrderPlaced{
		Order: o, Status: ordering.OrderStatusPendingPayment, PaymentStatus: ordering.PaymentStatusUnpaid, Recipient: ordering.RecipientSelf,
		PlacedAt: s.Clock.Now(),
	}
	if method == ordering.PaymentMethodBankTransfer {
		instructions := "Transfer it."
		e.Instructions = &instructions
	}
	s.Publish(t, e)
	return o
}

// placeByCard announces an order that is paid by card and waits until Stripe has its intent.
func (s *setup) placeByCard(t *testing.T, cents int64) (ordering.Order, stripe.Object) {
	t.Helper()
	o := s.place(t, ordering.PaymentMethodCard, cents)
	s.awaitSecret(t, o)
	return o, s.stripe.Intent(o.OrderID)
}

func (s *setup) payment(t *testing.T, o ordering.Order) kit.Answer {
	t.Helper()
	return s.buyer.Do(t, "GET", "/v1/orders/"+o.OrderID+"/payment", nil).Require(t, 200)
}

func (s *setup) awaitSecret(t *testing.T, o ordering.Order) {
	t.Helper()
	kit.Eventually(t, "the intent is made", func() error {
		if s.payment(t, o).At("clientSecret") == nil {
			return errors.New("there is no client secret")
		}
		return nil
	})
}

// awaitPayment waits until the order's payment has the status.
func (s *setup) awaitPayment(t *testing.T, o ordering.Order, status ordering.PaymentStatus) {
	t.Helper()
	kit.Eventually(t, fmt.Sprintf("the payment is %s", status), func() error {
		if got := s.payment(t, o); got.Text("status") != string(status) {
			return fmt.Errorf("%s", got.Body)
		}
		return nil
	})
}

// awaitRead waits until every reason to read the provider has been followed.
func (s *setup) awaitRead(t *testing.T) {
	t.Helper()
	kit.Eventually(t, "the provider has been read", func() error {
		var due int64
		// A claim that begins after this look at the clock ends later than a lease from it.
		err := s.DB.Model(&reading{}).Where("due_at <= ?", s.Clock.Now().Add(2*lease)).Count(&due).Error
		if err == nil && due > 0 {
			err = fmt.Errorf("%d intents are due", due)
		}
		return err
	})
}

// sendWebhook sends an event as Stripe does, and waits until it has been followed.
func (s *setup) sendWebhook(t *testing.T, event []byte) {
	t.Helper()
	s.API.With("Stripe-Signature", stripe.Sign(event)).Do(t, "POST", "/v1/payments/webhooks/stripe", event).Require(t, 200)
	s.awaitRead(t)
}
