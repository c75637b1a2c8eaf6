package wholesale

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/eventbus"
)

func (d Deps) subscribe(bus *eventbus.Bus) {
	accounts := eventbus.Consumer{Name: "wholesale.accounts", ReadModel: true}
	eventbus.On(bus, accounts, d.rememberAccount)
	eventbus.On(bus, accounts, forgetAccount)
	eventbus.OnReset(bus, accounts, eventbus.ResetSQL(`UPDATE wholesale_accounts SET seq = 0 WHERE NOT erased`)) // the rows stay: see forgetStrangers

	// A queue of its own, and no read model: replayed, it would erase what the owner of the address applied for afterwards.
	erasure := eventbus.Consumer{Name: "wholesale.erasure"}
	eventbus.On(bus, erasure, eraseApplications)
}

// eraseApplications takes everything personal out of the applications that were made with the address of the account.
func eraseApplications(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	found, err := ofAddress(tx, m.Event.AddressID)
	if err != nil {
		return err
	}
	for _, a := range found {
		a.erase(m.Event.ErasedAt)
		if err := tx.Save(&a).Error; err != nil {
			return err
		}
	}
	return nil
}
