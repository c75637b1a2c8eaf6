package backoffice

import (
	"context"

	"orderd/platform/convert"
	"orderd/platform/eventbus"
	"orderd/platform/httpapi"
)

// consumerView is a consumer of events and its queue.
type consumerView struct {
	Name       string  `json:"name" example:"mailer.letters"`
	Pending    int64   `json:"pending" doc:"Deliveries that wait, held ones included. Counted up to 2 500." example:"2"`
	Held       int64   `json:"held" doc:"Of these, those that a dead one holds back." example:"0"`
	Dead       int64   `json:"dead" doc:"Deliveries that it gave up on." example:"0"`
	LagSeconds float64 `json:"lagSeconds" doc:"Age of the oldest event that waits and is not held; 0 without any." example:"0.25"`
}

// SchemaName is the name in the document.
func (consumerView) SchemaName() string { return "EventConsumer" }

func viewConsumer(s eventbus.ConsumerStats) consumerView {
	return consumerView{Name: s.Consumer, Pending: s.Pending, Held: s.Held, Dead: s.Dead, LagSeconds: s.Lag.Seconds()}
}

// consumerList is every consumer, without pages: their number is that of the code's.
type consumerList struct {
	Data []consumerView `json:"data"`
	Site *string        `json:"site" doc:"The site whose consumers these are. null in a shop with one database." example:"main"`
}

// SchemaName is the name in the document.
func (consumerList) SchemaName() string { return "EventConsumerList" }

func (a *api) listConsumers(ctx context.Context, _ *struct{}) (*httpapi.Reply[consumerList], error) {
	stats, err := eventbus.Stats(ctx, a.db)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(consumerList{Data: convert.All(stats, viewConsumer), Site: orNull(a.site)})
}
