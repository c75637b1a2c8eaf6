package payments

import (
	"context"
	"errors"
	"net/http"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

type webhookInput struct {
	Signature string         `header:"Stripe-Signature"`
	Body      map[string]any `doc:"An event of Stripe's."`
	RawBody   []byte
}

// webhookReceipt is the answer after which Stripe does not send the event again.
type webhookReceipt struct {
	Received bool `json:"received" example:"true"`
}

func (a *api) receiveWebhook(ctx context.Context, in *webhookInput) (*httpapi.Reply[webhookReceipt], error) {
	if a.reader == nil {
		return nil, fault.Missing()
	}
	w, err := a.reader.provider.readWebhook(in.RawBody, in.Signature)
	if err != nil {
		return nil, a.webhookFault(ctx, err)
	}
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (webhookReceipt, error) {
		return webhookReceipt{Received: true}, applyWebhook(tx, a.tasks, w, a.clock.Now())
	})
}

// webhookFault is the fault of a webhook that cannot be read. Refusals over the limit are not
// logged, because their sender would fill the log.
func (a *api) webhookFault(ctx context.Context, err error) error {
	if !errors.Is(err, errSignature) {
		a.log.Warn("a signed webhook is no event of the provider's", zap.Error(err))
		return fault.New(fault.MalformedJSON, "This is no event of Stripe's.").WithCause(err)
	}
	if over := a.limits.CountRejected(ctx, "webhooks_refused"); over != nil {
		return over
	}
	a.log.Warn("a webhook with a bad signature was refused", zap.Error(err))
	return fault.New(fault.Unauthenticated, "The signature is not valid.")
}
