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

// webhookPath is where providers send their webhooks, each to its name below.
const webhookPath = "/v1/payments/webhooks/"

// webhookReceipt is the answer after which the provider does not send the event again.
type webhookReceipt struct {
	Received bool `json:"received" example:"true"`
}

// receiveWebhook receives a webhook of a provider. It returns fault.NotFound when that one is not
// configured.
func (a *api) receiveWebhook(
	ctx context.Context, providerName string, payload []byte, header http.Header,
) (*httpapi.Reply[webhookReceipt], error) {
	p, err := a.providers.named(providerName)
	if err != nil {
		return nil, fault.Missing()
	}
	w, err := p.readWebhook(payload, header)
	if err != nil {
		return nil, a.webhookFault(ctx, err)
	}
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (webhookReceipt, error) {
		return webhookReceipt{Received: true}, applyWebhook(tx, a.tasks, providerName, w, a.clock.Now())
	})
}

// webhookFault is the fault of a webhook that cannot be read. Refusals over the limit are not
// logged, because their sender would fill the log.
func (a *api) webhookFault(ctx context.Context, err error) error {
	if !errors.Is(err, errSignature) {
		a.log.Warn("a signed webhook is no event of the provider's", zap.Error(err))
		return err
	}
	if over := a.limits.CountRejected(ctx, "webhooks_refused"); over != nil {
		return over
	}
	a.log.Warn("a webhook with a bad signature was refused", zap.Error(err))
	return fault.New(fault.Unauthenticated, "The signature is not valid.")
}
