package recipients

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

const tag = "Saved recipients"

// api answers HTTP.
type api struct {
	db *gorm.DB
}

func (a *api) routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "listRecipients", Method: http.MethodGet, Path: "/v1/customers", Tag: tag,
		Summary: "List the people whom the caller has ordered for",
		Detail:  "Each `recipient` of a checkout, once for each name and phone, with the newest address. Send the id as `recipientId`.",
	}, a.list)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "getRecipient", Method: http.MethodGet, Path: "/v1/customers/{id}", Tag: tag,
		Summary: "Read a saved recipient",
		Detail:  "Only the caller's own; every other is 404.",
		Errors:  []string{fault.NotFound},
	}, a.get)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "deleteRecipient", Method: http.MethodDelete, Path: "/v1/customers/{id}", Tag: tag, Status: http.StatusNoContent,
		Summary: "Delete a saved recipient",
		Detail:  "The next order for the same person saves them anew.",
		Errors:  []string{fault.NotFound},
	}, a.delete)
}

type idInput struct {
	ID string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
}

func (a *api) list(ctx context.Context, in *httpapi.Page) (*httpapi.Reply[httpapi.List[recipientView]], error) {
	found, total, err := httpapi.Find[recipient](ofUser(a.db.WithContext(ctx), auth.MustFrom(ctx).UserID), *in, newestFirst)
	if err != nil {
		return nil, err
	}
	views := make([]recipientView, len(found))
	for i, r := range found {
		views[i] = viewOf(r)
	}
	return httpapi.OK(httpapi.Listed(views, total, *in))
}

func (a *api) get(ctx context.Context, in *idInput) (*httpapi.Reply[recipientView], error) {
	found, err := database.ByID[recipient](ofUser(a.db.WithContext(ctx), auth.MustFrom(ctx).UserID), in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewOf(found))
}

func (a *api) delete(ctx context.Context, in *idInput) (*httpapi.Reply[httpapi.None], error) {
	userID := auth.MustFrom(ctx).UserID
	return httpapi.Commit(ctx, a.db, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, remove(ctx, tx, userID, in.ID)
	})
}
