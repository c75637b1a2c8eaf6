package webhooks

import (
	"context"
	"reflect"
	"slices"

	"gorm.io/gorm"

	catalog "orderd/modules/catalog/events"
	identity "orderd/modules/identity/events"
	invoices "orderd/modules/invoices/events"
	loyalty "orderd/modules/loyalty/events"
	ordering "orderd/modules/ordering/events"
	reviews "orderd/modules/reviews/events"
	wholesale "orderd/modules/wholesale/events"
	"orderd/platform/convert"
	"orderd/platform/eventbus"
)

// publicEvents are the events that leave the service. None ever goes away, and no field changes its
// meaning: another meaning is another version.
var publicEvents = catalogue{
	public[ordering.OrderPlaced]("A checkout created an order."),
	public[ordering.OrderPaid]("An order was paid."),
	public[ordering.OrderUnpaid]("Staff took back that an order was paid."),
	public[ordering.OrderPaymentFailed]("A card was refused; the buyer may try another."),
	public[ordering.OrderProcessing]("The warehouse started on an order."),
	public[ordering.ShipToChanged]("An order that was not shipped yet goes to another address."),
	public[ordering.BillToChanged]("The invoice of an order that was not shipped yet is has another address."),
	public[ordering.OrderShipped]("A shipment left."),
	public[ordering.ShipmentTracked]("The carrier reported something about a shipment."),
	public[ordering.ShipmentUndelivered]("A shipment did not arrive: it came back, or is lost."),
	public[ordering.OrderDelivered]("A shipment arrived."),
	public[ordering.ItemsCancelled]("Units of an order that were not shipped were cancelled, and others were not."),
	public[ordering.OrderCancelled]("An order was cancelled."),
	public[ordering.OrderClaimed]("A guest's order became that of the account with the email."),
	public[ordering.ReturnRequested]("A buyer wants to return goods."),
	public[ordering.ReturnDecided]("A return was approved or rejected."),
	public[ordering.ReturnReceived]("Returned goods are back in stock."),
	public[ordering.WithdrawalDeclared]("Someone withdrew from a contract."),
	public[ordering.WithdrawalMatched]("The order and the goods of a withdrawal are known."),
	public[ordering.WithdrawalContested]("The shop does not accept a withdrawal."),
	public[ordering.RefundRequested]("An order's money is to be refunded."),
	public[ordering.RefundSettled]("A refund succeeded, or failed."),
	public[ordering.StockChanged]("The stock of a variant changed, what is available or what is on hand; at most one " +
		"event a second."),
	public[ordering.StockLow]("The available stock of a variant fell to the low mark."),
	public[ordering.GuestErased]("A guest was erased: receivers of personal data erase what they hold on the guest."),
	public[catalog.ProductSaved]("A product as it now is, with all its variants."),
	public[catalog.BrandSaved]("A brand was created or changed."),
	public[catalog.BrandDeleted]("A brand was deleted."),
	public[catalog.CategorySaved]("A category was created, changed or moved."),
	public[catalog.CategoryDeleted]("A category was deleted."),
	public[catalog.CollectionSaved]("A collection was created or changed."),
	public[catalog.CollectionDeleted]("A collection was deleted."),
	public[identity.AccountCreated]("An account exists."),
	public[identity.ProfileChanged]("A profile as it now is."),
	public[identity.EmailChanged]("An account has another email address, or its former one again."),
	public[identity.AccountTypeChanged]("A retail account became a wholesale account, or the reverse."),
	public[identity.AccountErased]("An account was erased: receivers of personal data erase what they hold on the user."),
	public[wholesale.ApplicationSubmitted]("A business applied for a wholesale account."),
	public[wholesale.ApplicationApproved]("An application was approved."),
	public[wholesale.ApplicationRejected]("An application was rejected."),
	public[reviews.ReviewSaved]("A review was written, changed, hidden, shown or deleted."),
	public[invoices.DocumentIssued](
		"An invoice, a correction or a cancellation of an order was issued, and its files are made."),
	public[loyalty.PointsChanged]("A customer's points changed."),
	{name: pingName, when: "A test of an endpoint. It is in no log: its seq is 0.", typ: reflect.TypeFor[struct{}]()},
}

// erasures are the events that go to every endpoint with personal data, whatever its patterns.
var erasures = []string{eventName[identity.AccountErased](), eventName[ordering.GuestErased]()}

// isErasure reports whether an event is the erasure of a user or a guest.
func isErasure(name string) bool { return slices.Contains(erasures, name) }

// subscribe makes the outbox get every public event, and the module hear of erasures.
func (o *outbox) subscribe(bus *eventbus.Bus) {
	c := eventbus.Consumer{Name: "webhooks.outbox", MayLag: true}
	for _, e := range publicEvents {
		if e.subscribe != nil {
			e.subscribe(bus, c, o.write)
		}
	}
	erasure := eventbus.Consumer{Name: "webhooks.erasure"}
	eventbus.On(bus, erasure, onAccountErased)
	eventbus.On(bus, erasure, onGuestErased)
}

func eventName[E eventbus.Event]() string {
	var e E
	return e.EventName()
}

// public describes an event that leaves the service.
func public[E eventbus.Event](when string) publicEvent {
	return publicEvent{
		name: eventName[E](), when: when, typ: reflect.TypeFor[E](),
		subscribe: func(bus *eventbus.Bus, c eventbus.Consumer, handle outboxHandler) {
			eventbus.OnBatch(bus, c, func(ctx context.Context, tx *gorm.DB, messages []eventbus.Message[E]) error {
				return handle(ctx, tx, convert.All(messages, arrivedOf[E]))
			})
		},
	}
}

func arrivedOf[E eventbus.Event](m eventbus.Message[E]) arrivedEvent {
	return arrivedEvent{
		name: m.Event.EventName(), id: m.ID, key: m.Key, subject: m.Subject, seq: m.Seq, occurredAt: m.OccurredAt,
	}
}
