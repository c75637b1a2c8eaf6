package payments

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/eventbus"
	"orderd/platform/httpapi"
)

func (s *service) subscribe(bus *eventbus.Bus) {
	orders := eventbus.Consumer{Name: "payments.orders", ReadModel: true}
	eventbus.On(bus, orders, rememberOrder)
	eventbus.On(bus, orders, rememberPaid)
	eventbus.On(bus, orders, rememberRefusal)
	eventbus.On(bus, orders, rememberRefund)
	eventbus.OnReset(bus, orders, eventbus.ResetSQL(`UPDATE payments_orders SET seq = 0`))

	cards := eventbus.Consumer{Name: "payments.cards"}
	eventbus.On(bus, cards, s.wantIntent)
	eventbus.On(bus, cards, s.dropPaid)
	eventbus.On(bus, cards, s.dropCancelled)
	eventbus.On(bus, cards, s.wantRefund)

	erasure := eventbus.Consumer{Name: "payments.erasure"}
	eventbus.On(bus, erasure, forget)
}

// forget makes the payments nobody's. There is nothing else personal in them.
func forget(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	userID := m.Event.UserID
	if err := tx.Model(&order{}).Where("user_id = ?", userID).Update("user_id", nil).Error; err != nil {
		return err
	}
	err := tx.Model(&intent{}).Where("user_id = ?", userID).Updates(map[string]any{"user_id": nil, "client_secret": nil}).Error
	if err != nil {
		return err
	}
	return httpapi.EraseAnswers(tx, userID)
}
