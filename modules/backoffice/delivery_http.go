package backoffice

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/eventbus"
	"orderd/platform/httpapi"
)

type listDeadInput struct {
	httpapi.Page
	Consumer string `query:"consumer" maxLength:"200" example:"mailer.letters"`
	Name     string `query:"name" maxLength:"200" doc:"Of the event." example:"ordering.order_placed.v1"`
}

func (a *api) listDead(ctx context.Context, in *listDeadInput) (*httpapi.Reply[deadList], error) {
	found, total, err := eventbus.ListDead(ctx, a.db, eventbus.DeadFilter{Consumer: in.Consumer, Name: in.Name}, in.Limit,
		in.Offset())
	if err != nil {
		return nil, err
	}
	views := make([]deadDeliveryView, len(found))
	for i, d := range found {
		if views[i], err = viewDead(a.site, d); err != nil {
			return nil, err
		}
	}
	unserved, err := eventbus.UnservedSubscriptions(ctx, a.db)
	if err != nil {
		return nil, err
	}
	page := httpapi.NewList(views, total, in.Page)
	return httpapi.OK(deadList{
		Data: page.Data, Meta: page.Meta, Unserved: convert.All(unserved, viewUnserved), Site: orNull(a.site),
	})
}

type deliveryInput struct{ httpapi.PathID }

func (a *api) retryDelivery(ctx context.Context, in *deliveryInput) (*httpapi.Reply[deadDeliveryView], error) {
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (deadDeliveryView, error) {
		d, err := retryDelivery(ctx, tx, in.ID)
		if err != nil {
			return deadDeliveryView{}, err
		}
		return viewDead(a.site, d)
	})
}

type retryManyInput struct {
	Body struct {
		Consumer string `json:"consumer" minLength:"1" maxLength:"200" example:"mailer.letters"`
		Name     string `json:"name,omitempty" maxLength:"200" example:"ordering.order_placed.v1"`
	}
}

// retryResult is how many deliveries were revived.
type retryResult struct {
	Retried int `json:"retried" example:"12"`
}

// retryDeliveries stores its answer in a transaction of its own, after those of the batches. The
// same request sent again meanwhile finds nothing left to revive.
func (a *api) retryDeliveries(ctx context.Context, in *retryManyInput) (*httpapi.Reply[retryResult], error) {
	n, err := retryDeliveries(ctx, a.db, eventbus.DeadFilter{Consumer: in.Body.Consumer, Name: in.Body.Name,
		Until: a.clock.Now()})
	if err != nil {
		return nil, err
	}
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(*gorm.DB) (retryResult, error) { return retryResult{n}, nil })
}
