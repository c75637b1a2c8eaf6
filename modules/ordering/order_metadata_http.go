package ordering

import (
	"context"
	"net/http"
	"time"

	"gorm.io/gorm"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/metadata"
)

func (a *api) orderMetadataRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "updateOrder", Scope: "orders:write", Method: http.MethodPatch, Path: "/v1/admin/orders/{id}",
		Tag: tagOrderAdmin, Summary: "Change the metadata of an order",
		Detail: "Whatever its status. `metadata` is replaced as a whole, and `null` clears it. The buyer never sees it. It " +
			"goes with the erasure of the buyer, after which none can be written.",
		Errors: []fault.Code{fault.NotFound, fault.InvalidTransition}, ProblemMembers: transitionMembers,
	}, a.updateOrder)
}

type updateOrderInput struct {
	httpapi.PathID
	httpapi.IfMatch
	Body struct {
		Metadata httpapi.Optional[metadata.Object] `json:"metadata"`
	}
}

// Check rejects metadata with wrong keys, or too many.
func (in *updateOrderInput) Check() []fault.Field { return in.Body.Metadata.Value.Check("/metadata") }

func (a *api) updateOrder(ctx context.Context, in *updateOrderInput) (*httpapi.Reply[adminOrderView], error) {
	return a.answerAdmin(ctx, in.ID, func(tx *gorm.DB, now time.Time) (*order, error) {
		return changeOrderMetadata(ctx, tx, in.ID, in.IfMatch, metadata.ChangeOf(in.Body.Metadata), now)
	})
}
