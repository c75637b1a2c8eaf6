package faults

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"orderd/platform/clock"
	"orderd/test/kit"
	"orderd/test/kit/stripe"
)

// What the card provider has of an order's money is what the order says, whatever happens: its
// events are lost, doubled, delayed and in any order, it takes other amounts and days to process
// some, refunds by hand, ends payments and opens disputes, while buyers and staff give commands
// about money and goods and the service is killed every two seconds. No event is sent again in the
// end: what was lost is found by reading.
func TestMoneyAtTheCardProvider(t *testing.T) {
	t.Parallel()
	for name, replicas := range map[string]int{"sqlite": 1, "postgres": 2} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cards := stripe.New(t)
			w := prepare(t, kit.NewURL(t, name), replicas,
				"ORDERD_PAYMENTS_STRIPE_KEY="+stripe.Key, "ORDERD_PAYMENTS_STRIPE_WEBHOOK_SECRET="+stripe.Secret,
				"ORDERD_PAYMENTS_STRIPE_URL="+cards.URL,
				"ORDERD_PAYMENTS_READ_AFTER=1s", "ORDERD_PAYMENTS_CARD_DEADLINE=20s", "ORDERD_PAYMENTS_PROCESSING_DEADLINE=20s")
			w.launch()
			c := &cardWorld{world: w, cards: cards, goods: w.openShop(t)}
			c.run(t, scaled(100, 2_000))
			c.check(t)
		})
	}
}

// cardWorld is a world with a card provider that cannot be relied on.
type cardWorld struct {
	*world
	cards *stripe.Server
	goods goods

	mu       sync.Mutex
	orders   []string
	webhooks sync.WaitGroup
}

// run places n orders, eight at a time, each with its own draw of what happens to it, and kills the
// processes in turn.
func (c *cardWorld) run(t *testing.T, n int) {
	t.Helper()
	var (
		left    = make(chan int, n)
		buyers  sync.WaitGroup
		stopped = make(chan struct{})
	)
	for i := range n {
		left <- i
	}
	close(left)
	emails := make([]string, 8)
	for i := range emails {
		emails[i], _ = c.customer("card")
	}
	for _, email := range emails {
		buyers.Go(func() {
			for i := range left {
				ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
				err := c.buy(ctx, email, rand.New(rand.NewPCG(seed, uint64(i))))
				cancel()
				if err != nil {
					t.Errorf("order %d: %v", i, err)
					return
				}
			}
		})
	}
	go func() {
		buyers.Wait()
		close(stopped)
	}()
	// On a slow machine a process lives at least as long as it took to start.
	for lives := time.Duration(0); !endsWithin(stopped, lives); {
		began := time.Now()
		c.restart(c.kills % len(c.replicas))
		lives = max(time.Since(began), time.Duration(scaled(100, 2_000))*time.Millisecond)
	}
	c.webhooks.Wait()
	t.Logf("%d orders, %d kills", len(c.orders), c.kills)
}

// seed is that of all draws.
const seed = 20261126

// buy orders something by card and lets four things happen to the order.
func (c *cardWorld) buy(ctx context.Context, email string, draw *rand.Rand) error {
	caller := c.at(draw.IntN(len(c.replicas)))
	access, err := c.world.access(ctx, caller, email)
	if err != nil {
		return err
	}
	caller = caller.As(access)
	if err := c.goods.fill(ctx, caller, 1+draw.IntN(2)); err != nil {
		return err
	}
	body := c.goods.checkout()
	body["paymentMethod"] = "card"
	placed, _, err := mustSettle(ctx, caller, "POST", "/v1/checkout", body, 201)
	if err != nil {
		return err
	}
	o := cardOrder{cardWorld: c, ctx: ctx, id: placed.Text("id"), buyer: caller, draw: draw, cents: int64(placed.Number("total")*100 + 0.5)}
	c.mu.Lock()
	c.orders = append(c.orders, o.id)
	c.mu.Unlock()
	if err := o.awaitSecret(); err != nil {
		return err
	}
	for range 6 {
		happen := happenings[draw.IntN(len(happenings))]
		if err := happen(&o); err != nil {
			return err
		}
	}
	return nil
}

// check decides the disputes that are open, for which refunds wait, waits until what the orders say
// is what the provider has, and looks at the rest.
func (c *cardWorld) check(t *testing.T) {
	t.Helper()
	c.decideDisputes(t)
	kit.Within(t, 5*time.Minute, "the provider has what the orders say", func() error {
		var wrong []string
		for _, b := range c.balances() {
			if has := c.cards.Balance(b.OrderID); has != b.Cents || b.Pending > 0 {
				wrong = append(wrong, fmt.Sprintf("%s (%s): the order %d, the provider %d, %d refunds pending", b.OrderID, b.Status, b.Cents, has,
					b.Pending))
			}
		}
		if len(wrong) > 0 {
			return fmt.Errorf("%d of %d: %v", len(wrong), len(c.orders), wrong[:min(3, len(wrong))])
		}
		return nil
	})
	c.awaitConsumers()
	for _, b := range c.balances() {
		// An order with some of its money may just have met its deadline: its refund is pending then.
		if b.Status == "cancelled" && b.Cents != 0 && b.Failed == 0 && b.Pending == 0 {
			t.Errorf("%s is cancelled, and %d cents of it are still at the provider", b.OrderID, b.Cents)
		}
		if b.Received != b.Booked {
			t.Errorf("%s: the sales have received %d cents, the order %d", b.OrderID, b.Booked, b.Received)
		}
	}
	c.checkSales(t)
	c.checkInvariants(t)
}

// decideDisputes lets the shop win every second of the disputes that are open.
func (c *cardWorld) decideDisputes(t *testing.T) {
	t.Helper()
	disputed := c.cards.Disputed()
	for i, intent := range disputed {
		event := c.cards.CloseDispute(intent, []string{"won", "lost"}[i%2])
		kit.Eventually(t, "the service takes the end of a dispute", func() error {
			got, err := c.api().With("Stripe-Signature", stripe.Sign(event)).Try("POST", "/v1/payments/webhooks/stripe", event)
			if err == nil && got.Status != 200 {
				err = fmt.Errorf("%d %s", got.Status, got.Body)
			}
			return err
		})
	}
	t.Logf("%d disputes were open", len(disputed))
}

// checkSales compares the sales of all time with what the orders say.
func (c *cardWorld) checkSales(t *testing.T) {
	t.Helper()
	want := query[struct{ Orders, Gross, Net, Received int }](c.world, `
		SELECT count(*) AS orders, sum(total_cents) AS gross, sum(paid_cents) AS received,
			sum(total_cents - cancelled_cents - conceded_cents)
				+ (SELECT coalesce(sum(conceded_cents), 0) FROM ordering_refunds WHERE status = 'pending') AS net
		FROM ordering_orders`)[0]
	day := clock.System().Now()
	query := "?from=" + day.AddDate(0, 0, -1).UTC().Format(time.RFC3339) + "&to=" + day.AddDate(0, 0, 1).UTC().Format(time.RFC3339)
	got := c.asAdmin().Do(t, "GET", "/v1/admin/sales"+query, nil).Require(t, 200)
	for name, cents := range map[string]int{"gross": want.Gross, "net": want.Net, "received": want.Received, "orders": want.Orders * 100} {
		if has := int(math.Round(got.Number("totals."+name) * 100)); has != cents {
			t.Errorf("the sales say %d of %s, the orders %d: %s", has, name, cents, got.Body)
		}
	}
}

// balance is what an order says of its money at the provider.
type balance struct {
	OrderID, Status string
	Cents           int64 // received less what went back
	Pending, Failed int64 // refunds through the provider
	Received        int64 // in all
	Booked          int64 // in the sales
}

func (c *cardWorld) balances() []balance {
	all := query[balance](c.world, `
		SELECT CAST(o.id AS text) AS order_id, o.status,
			o.received_provider_cents - coalesce(sum(CASE WHEN r.status = 'succeeded' THEN r.amount_cents END), 0) AS cents,
			count(CASE WHEN r.status = 'pending' THEN 1 END) AS pending, count(CASE WHEN r.status = 'failed' THEN 1 END) AS failed,
			o.paid_cents AS received,
			(SELECT coalesce(sum(received_cents), 0) FROM ordering_sales_changes s WHERE s.order_id = o.id) AS booked
		FROM ordering_orders o LEFT JOIN ordering_refunds r ON r.order_id = o.id AND r.channel = 'provider'
		GROUP BY o.id, o.status, o.received_provider_cents, o.paid_cents`)
	return slices.DeleteFunc(all, func(b balance) bool { return !slices.Contains(c.orders, b.OrderID) })
}

// deliver sends an event as the provider may: not at all, once, twice, late, so that it comes after
// a newer one.
func (c *cardWorld) deliver(draw *rand.Rand, event []byte) {
	if event == nil {
		return
	}
	times, replica := []int{0, 0, 1, 1, 1, 2}[draw.IntN(6)], draw.IntN(len(c.replicas))
	late := time.Duration(draw.IntN(3)) * time.Duration(draw.IntN(2000)) * time.Millisecond
	for range times {
		c.webhooks.Go(func() {
			<-time.After(late)
			// An event that meets a killed process is lost.
			_, _ = c.at(replica).With("Stripe-Signature", stripe.Sign(event)).Try("POST", "/v1/payments/webhooks/stripe", event)
		})
	}
}

// cardOrder is an order to which things happen.
type cardOrder struct {
	*cardWorld
	ctx   context.Context
	id    string
	buyer *kit.API
	draw  *rand.Rand
	cents int64
}

// happenings are what may happen to an order. Likely ones stand several times.
var happenings = []func(o *cardOrder) error{
	(*cardOrder).pay, (*cardOrder).pay, (*cardOrder).pay, (*cardOrder).payAnother, (*cardOrder).refuse, (*cardOrder).end,
	(*cardOrder).process, (*cardOrder).process,
	(*cardOrder).refundByHand,
	(*cardOrder).dispute, (*cardOrder).cancel, (*cardOrder).cancel, (*cardOrder).markPaid, (*cardOrder).refund, (*cardOrder).changeMethod,
	(*cardOrder).comeBack, (*cardOrder).ship, (*cardOrder).ship, (*cardOrder).cancelUnits, (*cardOrder).endShipment, (*cardOrder).endShipment,
	(*cardOrder).takeBack, (*cardOrder).confirm,
}

// awaitSecret waits until the buyer can pay. The intent of a killed process is made when its claim
// has ended; by then the order may be overdue.
func (o *cardOrder) awaitSecret() error {
	for range 50 {
		got, _, err := callUntilSettled(o.ctx, o.buyer, "GET", "/v1/orders/"+o.id+"/payment", nil)
		if err != nil || got.At("clientSecret") != nil {
			return err
		}
		if err := sleep(o.ctx, 100*time.Millisecond); err != nil {
			return err
		}
	}
	return nil
}

// intent plays with the newest intent, if there is one.
func (o *cardOrder) intent(play func(intent stripe.Object) (event []byte)) error {
	if intent := o.cards.Intent(o.id); intent != nil {
		o.deliver(o.draw, play(intent))
	}
	return nil
}

func (o *cardOrder) pay() error {
	return o.intent(func(i stripe.Object) []byte {
		if i["status"] == "succeeded" {
			return nil
		}
		return o.cards.Pay(i)
	})
}

// payAnother pays a cent less or more.
func (o *cardOrder) payAnother() error {
	return o.intent(func(i stripe.Object) []byte {
		if i["status"] == "succeeded" {
			return nil
		}
		return o.cards.Receive(i, i["amount"].(int64)+int64(2*o.draw.IntN(2)-1), clock.System().Now())
	})
}

// process pays with what takes days. It is paid, refused or left as it is by what happens next.
func (o *cardOrder) process() error { return o.intent(o.cards.Process) }

func (o *cardOrder) refuse() error { return o.intent(o.cards.Refuse) }
func (o *cardOrder) end() error    { return o.intent(o.cards.End) }

func (o *cardOrder) refundByHand() error {
	return o.intent(func(i stripe.Object) []byte { return o.cards.RefundByHand(i, 1+o.draw.Int64N(o.cents)) })
}

// dispute opens a dispute, and decides it at once, or not.
func (o *cardOrder) dispute() error {
	return o.intent(func(i stripe.Object) []byte {
		event := o.cards.Dispute(i, clock.System().Now().Add(7*24*time.Hour))
		if outcome := []string{"", "won", "lost"}[o.draw.IntN(3)]; outcome != "" {
			o.deliver(o.draw, o.cards.CloseDispute(i, outcome))
		}
		return event
	})
}

// command gives a command; the order may not allow it by now.
func (o *cardOrder) command(caller *kit.API, path string, body any) error {
	got, _, err := callUntilSettled(o.ctx, caller, "POST", path, body)
	if err == nil && got.Status/100 != 2 && got.Status != 409 && got.Status != 422 {
		err = fmt.Errorf("%s: %d %s", path, got.Status, got.Body)
	}
	return err
}

func (o *cardOrder) cancel() error { return o.command(o.buyer, "/v1/orders/"+o.id+"/cancel", nil) }

func (o *cardOrder) admin(command string, body any) error {
	return o.command(o.asAdmin(), "/v1/admin/orders/"+o.id+"/"+command, body)
}

func (o *cardOrder) markPaid() error { return o.admin("mark-paid", nil) }

func (o *cardOrder) refund() error {
	return o.admin("refund", object{"amount": float64(1+o.draw.Int64N(o.cents)) / 100, "reason": "It was late."})
}

func (o *cardOrder) changeMethod() error {
	method := []string{"bank_transfer", "card"}[o.draw.IntN(2)]
	return o.command(o.buyer, "/v1/orders/"+o.id+"/payment", object{"method": method})
}

// comeBack lets the buyer look again how to pay.
func (o *cardOrder) comeBack() error {
	_, _, err := callUntilSettled(o.ctx, o.buyer, "GET", "/v1/orders/"+o.id+"/payment", nil)
	return err
}

// ship sends what is left, or a unit of it.
func (o *cardOrder) ship() error {
	if err := o.admin("process", nil); err != nil {
		return err
	}
	sent := object{"carrier": "DHL", "trackingNumber": "0034"}
	if o.draw.IntN(2) == 0 {
		unit, err := o.unit()
		if err != nil {
			return err
		}
		sent["items"] = []object{unit}
	}
	return o.admin("ship", sent)
}

// unit is one unit of one of the lines.
func (o *cardOrder) unit() (object, error) {
	got, err := o.read("/v1/admin/orders/" + o.id)
	line := fmt.Sprintf("items.%d.id", o.draw.IntN(len(o.goods.products)))
	return object{"orderItemId": got.Text(line), "quantity": 1}, err
}

// read is what staff read of the order.
func (o *cardOrder) read(path string) (kit.Answer, error) {
	got, _, err := mustSettle(o.ctx, o.asAdmin(), "GET", path, nil, 200)
	return got, err
}

func (o *cardOrder) cancelUnits() error {
	unit, err := o.unit()
	if err != nil {
		return err
	}
	return o.admin("cancel-items", object{"items": []object{unit}, "reason": "It is sold out."})
}

// endShipment lets the first shipment arrive, come back or be lost, if there is one.
func (o *cardOrder) endShipment() error {
	got, err := o.read("/v1/admin/orders/" + o.id)
	if err != nil || got.At("shipments.0.id") == nil {
		return err
	}
	ended := object{"shipmentId": got.Text("shipments.0.id")}
	switch o.draw.IntN(4) {
	case 0:
		ended["outcome"] = "lost"
	case 1:
		ended["outcome"], ended["restock"] = "returned", o.draw.IntN(2) == 0
	default:
		return o.admin("deliver", ended)
	}
	return o.admin("undelivered", ended)
}

// takeBack opens a return of a unit for the buyer, and receives it, now and then damaged.
func (o *cardOrder) takeBack() error {
	unit, err := o.unit()
	if err != nil {
		return err
	}
	opened, _, err := callUntilSettled(o.ctx, o.asAdmin(), "POST", "/v1/admin/orders/"+o.id+"/returns",
		object{"items": []object{unit}, "reason": "It does not fit."})
	if err != nil || opened.Status != 201 {
		return err
	}
	unit["restock"] = o.draw.IntN(3) > 0
	return o.command(o.asAdmin(), "/v1/admin/returns/"+opened.Text("id")+"/receive", object{"items": []object{unit}})
}

// confirm says that the oldest refund by hand was sent, or could not be.
func (o *cardOrder) confirm() error {
	waiting, err := o.read("/v1/admin/refunds?status=pending&channel=manual&orderId=" + o.id)
	if err != nil || waiting.At("data.0.id") == nil {
		return err
	}
	path := "/v1/admin/refunds/" + waiting.Text("data.0.id")
	if o.draw.IntN(3) == 0 {
		return o.command(o.asAdmin(), path+"/fail", object{"reason": "The account is closed."})
	}
	return o.command(o.asAdmin(), path+"/confirm", nil)
}
