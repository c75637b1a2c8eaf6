package loyalty

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/httpapi"
)

// shareView is a recorded share.
type shareView struct {
	ProductID       string       `json:"productId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	PointsAwarded   int64        `json:"pointsAwarded" doc:"0 for the same product within 24 hours, after five awards within 24 hours, and where sharing earns nothing." example:"50"`
	AvailablePoints int64        `json:"availablePoints" example:"670"`
	SharedAt        httpapi.Time `json:"sharedAt"`
}

// SchemaName is the name in the document.
func (shareView) SchemaName() string { return "ProductShare" }

type shareInput struct {
	Body struct {
		ProductID string `json:"productId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	}
}

func (a *api) shareProduct(ctx context.Context, in *shareInput) (*httpapi.Reply[shareView], error) {
	userID := auth.MustFrom(ctx).UserID
	return httpapi.Commit(ctx, a.db, http.StatusCreated, func(tx *gorm.DB) (shareView, error) {
		s, balance, err := recordShare(ctx, tx, userID, in.Body.ProductID, a.settings.Current().sharePoints(), a.clock.Now())
		return shareView{
			ProductID: s.ProductID, PointsAwarded: s.Points, AvailablePoints: balance, SharedAt: httpapi.TimeOf(s.SharedAt),
		}, err
	})
}
