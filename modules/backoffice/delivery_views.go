package backoffice

import (
	"orderd/platform/eventbus"
	"orderd/platform/httpapi"
)

// deadDeliveryView is a delivery that its consumer gave up.
type deadDeliveryView struct {
	ID        string       `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Consumer  string       `json:"consumer" example:"mailer.letters"`
	Attempts  int          `json:"attempts" example:"10"`
	LastError string       `json:"lastError" example:"the mail has no template"`
	DiedAt    httpapi.Time `json:"diedAt"`
	Waiting   int64        `json:"waiting" doc:"Later events of its key, held back." example:"2"`
	Event     eventView    `json:"event"`
}

// DataSubject is the subject of the event, so that an erasure finds a stored response that contains
// it.
func (d deadDeliveryView) DataSubject() string {
	if d.Event.Subject == nil {
		return ""
	}
	return *d.Event.Subject
}

func viewDead(site string, d eventbus.DeadDelivery) (deadDeliveryView, error) {
	e, err := viewEvent(site, d.Event)
	return deadDeliveryView{
		ID: d.ID, Consumer: d.Consumer, Attempts: d.Attempts, LastError: d.LastError, DiedAt: httpapi.TimeOf(d.DiedAt),
		Waiting: d.Waiting, Event: e,
	}, err
}

// deadList is a page of dead deliveries, and the subscriptions that hold back keys besides them.
type deadList struct {
	Data     []deadDeliveryView `json:"data"`
	Meta     httpapi.Meta       `json:"meta"`
	Unserved []unservedView     `json:"unserved" doc:"Subscriptions that this process does not serve."`
	Site     *string            `json:"site" doc:"The site whose consumers these are. null in a shop with one database." example:"main"`
}

// unservedView is a subscription that this process does not serve.
type unservedView struct {
	Consumer string `json:"consumer" example:"gifts.orders"`
	Event    string `json:"event" example:"ordering.order_placed.v1"`
	Waiting  int64  `json:"waiting" doc:"Counted up to 10 000." example:"3"`
	Command  string `json:"command" doc:"Removes it, when no other version serves it." example:"orderd events remove gifts.orders --event ordering.order_placed.v1"`
}

func viewUnserved(u eventbus.UnservedSubscription) unservedView {
	return unservedView{Consumer: u.Consumer, Event: u.Event, Waiting: u.Waiting, Command: u.Command()}
}
