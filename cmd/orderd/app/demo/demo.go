// Package demo drives a day of the demo shop (package seed) through the public API: customers
// register, buy, get their parcels, send things back, review, collect points; a guest buys without
// an account; businesses become wholesale customers, one with a VAT id, who buys without VAT;
// invoices follow the goods, and corrections what comes back; the admin packs and decides; a
// receiver of webhooks hears of every order.
//
// It prints what happens and compares it with what the service promises: the day is the smoke test
// of a service in dev mode, whose mailbox it reads. It stays below the default rate limits, and
// leaves customers and orders behind.
package demo

import (
	"context"
	"fmt"
	"io"
	"time"

	"orderd/cmd/orderd/app/client"
	"orderd/platform/clock"
)

// Options say which service, who its admin is, and where the story goes.
type Options struct {
	URL      string // "http://127.0.0.1:8080"
	Email    string // of an admin
	Password string
	Out      io.Writer
	Terminal bool // Out is one: show a progress bar
	Clock    clock.Clock
}

// demoAct is a part of the day.
type demoAct struct {
	title string
	play  func(*day)
}

var acts = []demoAct{
	{"The shop opens", (*day).openShop},
	{"The books subscribe to what becomes of orders", (*day).subscribe},
	{"Customers register", (*day).register},
	{"A café becomes a wholesale customer", (*day).wholesale},
	{"A business in France has its VAT id checked", (*day).vatID},
	{"Ada fills a cart as a guest, logs in and pays by bank transfer", (*day).guestCart},
	{"Ben orders for his grandmother, twice", (*day).savedRecipient},
	{"Gustav orders without an account", (*day).guestOrder},
	{"Everybody wants the last one", (*day).lastUnit},
	{"Lunch: everybody orders at once", (*day).ordersAtOnce},
	{"A packer joins the staff", (*day).hirePacker},
	{"Ada's order leaves in two parcels", (*day).partialShipments},
	{"The warehouse sends the rest", (*day).shipTheRest},
	{"Emma sends one cup back", (*day).returns},
	{"Two orders go abroad, with their invoices", (*day).sellAbroad},
	{"Anton withdraws from his contract", (*day).withdraw},
	{"The tax office wants to know", (*day).readTaxReport},
	{"Reviews", (*day).reviews},
	{"Points become a voucher, the voucher a discount", (*day).points},
	{"Gustav has lost his order, and finds it", (*day).lookUp},
	{"Finn cancels an order, and then his account", (*day).eraseAccount},
	{"The packer leaves", (*day).dismissPacker},
	{"The books have heard it all", (*day).heardAll},
	{"The shop closes", (*day).closeShop},
}

// Run plays the day. The error says what could not go on, or how much was not as it should be; the
// story has the details.
func Run(ctx context.Context, o Options) (err error) {
	d := &day{
		ctx: ctx, story: newStory(o), url: o.URL, id: o.Clock.Now().Format("20060102t150405.000"),
		goods: map[string]shopItem{},
		admin: &person{
			name: "Admin", email: o.Email, password: o.Password, Client: client.Client{Base: o.URL, MaxWait: maxWait},
		},
	}
	defer func() { d.receiver.close() }()
	for i, a := range acts {
		d.act(i, len(acts), a.title)
		if err := catchAbort(func() { a.play(d) }); err != nil {
			d.progress("")
			return fmt.Errorf("%s: %w", a.title, err)
		}
	}
	d.progress("")
	fmt.Fprintf(o.Out, "\n%d orders, %d checks, %d faults, %.1f s\n", len(d.orders), d.checks, len(d.faults),
		o.Clock.Now().Sub(d.began).Seconds())
	if len(d.faults) > 0 {
		return fmt.Errorf("%d of %d checks failed:\n%s", len(d.faults), d.checks, indent(d.faults))
	}
	return nil
}

// maxWait is how long a call waits when the service asks it to: a longer limit means that a limit
// is used up.
const maxWait = 3 * time.Second
