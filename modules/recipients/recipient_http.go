package recipients

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/httpapi"
)

// recipientView is a saved recipient as its user sees them.
type recipientView struct {
	ID           string          `json:"id" format:"uuid" example:"5f0a9c39-2f8b-5a1f-8d10-1d9b6c1e3a52"`
	FullName     string          `json:"fullName" doc:"As in the newest order." example:"Grace Hopper"`
	ContactPhone string          `json:"contactPhone" doc:"As in the newest order." example:"+1 555-0100"`
	Address      string          `json:"address" doc:"As in the newest order." example:"12 Navy Street, 20001 Washington"`
	Line1        *string         `json:"line1" doc:"null: address alone is known, as it came in the newest order." example:"12 Navy Street"`
	Line2        *string         `json:"line2" example:"c/o Babbage"`
	PostalCode   *string         `json:"postalCode" example:"20001"`
	City         *string         `json:"city" example:"Washington"`
	State        *string         `json:"state" example:"DC"`
	Country      httpapi.Country `json:"country" example:"US"`
	TotalOrders  int64           `json:"totalOrders" example:"2"`
	CreatedAt    httpapi.Time    `json:"createdAt" doc:"The first order."`
	UpdatedAt    httpapi.Time    `json:"updatedAt" doc:"The newest order."`
}

func viewRecipient(r recipient) recipientView {
	return recipientView{
		ID: r.ID, FullName: r.FullName, ContactPhone: r.Phone, Address: r.Address,
		Line1: r.Parts.Line1, Line2: r.Parts.Line2, PostalCode: r.Parts.PostalCode, City: r.Parts.City,
		State: r.Parts.State, Country: httpapi.Country(r.Country), TotalOrders: r.TotalOrders,
		CreatedAt: httpapi.TimeOf(r.CreatedAt), UpdatedAt: httpapi.TimeOf(r.UpdatedAt),
	}
}

type recipientInput struct{ httpapi.PathID }

func (a *api) listRecipients(
	ctx context.Context, in *httpapi.Page,
) (*httpapi.Reply[httpapi.List[recipientView]], error) {
	found, total, err := pageOfRecipients(a.db.WithContext(ctx), auth.MustFrom(ctx).UserID, *in)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.NewList(convert.All(found, viewRecipient), total, *in))
}

func (a *api) getRecipient(ctx context.Context, in *recipientInput) (*httpapi.Reply[recipientView], error) {
	found, err := recipientOf(a.db.WithContext(ctx), auth.MustFrom(ctx).UserID, in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewRecipient(found))
}

func (a *api) deleteRecipient(ctx context.Context, in *recipientInput) (*httpapi.Reply[httpapi.None], error) {
	userID := auth.MustFrom(ctx).UserID
	return httpapi.Commit(ctx, a.db, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, deleteRecipient(ctx, tx, userID, in.ID)
	})
}
