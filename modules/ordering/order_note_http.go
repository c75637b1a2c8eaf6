package ordering

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) orderNoteRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "addOrderNote", Scope: "orders:write", Method: http.MethodPost, Path: "/v1/admin/orders/{id}/notes",
		Tag: tagOrderAdmin, Status: http.StatusCreated, Summary: "Add a note to an order",
		Detail: "For those who run the shop: the buyer never sees it. It stands in `notes` of the order, and goes with " +
			"the erasure of the buyer, after which none can be written.",
		Errors: []fault.Code{fault.NotFound, fault.InvalidTransition}, ProblemMembers: transitionMembers,
	}, a.addOrderNote)
}

type orderNoteInput struct {
	httpapi.PathID
	Body struct {
		Text httpapi.Text `json:"text" minLength:"1" maxLength:"2000" example:"She will fetch it on Friday."`
	}
}

// orderNoteView is a note as admins see it.
type orderNoteView struct {
	ID        string       `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e88"`
	Text      string       `json:"text" example:"She will fetch it on Friday."`
	Author    string       `json:"author" doc:"user:<id> or key:<id>." example:"user:0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	CreatedAt httpapi.Time `json:"createdAt"`

	AuthorName *string `json:"authorName" doc:"Of the author's account; null for none, and in the response of a write." example:"Grace Hopper"`

	buyer string
}

// SchemaName is the name in the document.
func (orderNoteView) SchemaName() string { return "OrderNote" }

// DataSubject is the buyer of the order.
func (v orderNoteView) DataSubject() string { return v.buyer }

func viewOrderNote(n orderNote) orderNoteView {
	return orderNoteView{
		ID: n.ID, Text: n.Text, Author: n.Author, CreatedAt: httpapi.TimeOf(n.CreatedAt), AuthorName: n.AuthorName,
	}
}

func (a *api) addOrderNote(ctx context.Context, in *orderNoteInput) (*httpapi.Reply[orderNoteView], error) {
	reply, err := httpapi.Commit(ctx, a.DB, http.StatusCreated, func(tx *gorm.DB) (orderNoteView, error) {
		n, buyerID, err := addOrderNote(ctx, tx, in.ID, string(in.Body.Text), a.Clock.Now())
		v := viewOrderNote(n)
		v.buyer = buyerID
		return v, err
	})
	return reply, a.withCurrent(ctx, err, in.ID)
}
