package wholesale

import (
	"orderd/platform/eventbus"
	"orderd/platform/pseudonym"
)

// subscriber handles the events of other modules.
type subscriber struct {
	pseudonyms *pseudonym.Key
}

func (s *subscriber) subscribe(bus *eventbus.Bus) {
	accounts := eventbus.Consumer{Name: "wholesale.accounts", ReadModel: true}
	eventbus.On(bus, accounts, s.onAccountCreated)
	eventbus.On(bus, accounts, s.onEmailChanged)
	eventbus.On(bus, accounts, onAccountErased)
	// A replay keeps the rows: eraseExpiredBatch reads them.
	eventbus.OnReset(bus, accounts, eventbus.ResetSQL(`UPDATE wholesale_accounts SET seq = 0 WHERE NOT erased`))

	// No read model: a replay would move what another owner of the email address has submitted since.
	eventbus.On(bus, eventbus.Consumer{Name: "wholesale.applicants"}, s.followAccount)

	// No read model: a replay would erase what the owner of the email address submitted afterwards.
	erasure := eventbus.Consumer{Name: "wholesale.erasure"}
	eventbus.On(bus, erasure, eraseApplications)
}
