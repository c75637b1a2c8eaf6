package payments

import (
	"context"
	"net/http"
	"time"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) entryRoutes(r *httpapi.Router) {
	const path = "/v1/admin/payments/entries"
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listStatementEntries", Scope: "payments:read", Method: http.MethodGet, Path: path, Tag: tagStatements,
		Summary: "List the entries of bank statements, newest first",
		Detail:  "Open ones wait for staff.",
	}, a.listEntries)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "bookStatementEntry", Scope: "payments:write", Method: http.MethodPost, Path: path + "/{id}/book",
		Tag: tagStatements, Summary: "Book an entry for an order",
		Detail: "The order receives its amount: it is paid once nothing is due, and what is beyond that may be refunded. " +
			"Money for a cancelled order is to go back: its refund waits for the staff.",
		Errors: []fault.Code{fault.NotFound, fault.InvalidTransition},
	}, a.bookEntry)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "ignoreStatementEntry", Scope: "payments:write", Method: http.MethodPost, Path: path + "/{id}/ignore",
		Tag: tagStatements, Summary: "Ignore an entry that is no order's",
		Detail: "No order receives its amount.",
		Errors: []fault.Code{fault.NotFound, fault.InvalidTransition},
	}, a.ignoreEntry)
}

type listEntriesInput struct {
	httpapi.Page
	StatementID string     `query:"statementId" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	State       entryState `query:"state"`
	Match       entryMatch `query:"match" doc:"Of open entries as it is now, else as it was."`
	Q           string     `query:"q" maxLength:"200" doc:"Words of the payer's name or IBAN, the text, the reference, the amount or the order's number. At most 5 000 are found." example:"lindner"`
}

func (a *api) listEntries(ctx context.Context, in *listEntriesInput) (*httpapi.Reply[httpapi.List[entryView]], error) {
	db := a.db.WithContext(ctx)
	filter := entryFilter{StatementID: in.StatementID, State: in.State, Match: in.Match, Q: in.Q}
	found, total, err := pageOfEntries(db, filter, in.Page)
	if err != nil {
		return nil, err
	}
	orders, err := ordersOfEntries(db, found)
	if err != nil {
		return nil, err
	}
	views := convert.All(found, func(e entry) entryView { return viewEntry(e, orders) })
	return httpapi.OK(httpapi.NewList(views, total, in.Page))
}

type bookEntryInput struct {
	httpapi.PathID
	Body *struct {
		OrderID *string `json:"orderId,omitempty" format:"uuid" doc:"Default: the order of the entry." example:"0199d59f-0c1d-7e2f-a3b4-c5d6e7f80910"`
	}
}

func (a *api) bookEntry(ctx context.Context, in *bookEntryInput) (*httpapi.Reply[entryView], error) {
	var orderID *string
	if in.Body != nil {
		orderID = in.Body.OrderID
	}
	return a.endEntry(ctx, func(tx *gorm.DB, by auth.Principal, now time.Time) (entry, order, error) {
		return bookEntry(ctx, tx, in.ID, orderID, by, now)
	})
}

type ignoreEntryInput struct {
	httpapi.PathID
	Body struct {
		Reason httpapi.Text `json:"reason" minLength:"1" maxLength:"500" doc:"For the staff and the audit." example:"A refund of the supplier's."`
	}
}

func (a *api) ignoreEntry(ctx context.Context, in *ignoreEntryInput) (*httpapi.Reply[entryView], error) {
	return a.endEntry(ctx, func(tx *gorm.DB, by auth.Principal, now time.Time) (entry, order, error) {
		return ignoreEntry(ctx, tx, in.ID, string(in.Body.Reason), by, now)
	})
}

// endEntry answers a command on an entry with the entry, and what its order asks for after it. The
// order's copy has the booking a moment later, so a booking takes its amount off what it says.
func (a *api) endEntry(
	ctx context.Context, end func(tx *gorm.DB, by auth.Principal, now time.Time) (entry, order, error),
) (*httpapi.Reply[entryView], error) {
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (entryView, error) {
		e, o, err := end(tx, auth.MustFrom(ctx), a.clock.Now())
		if err != nil {
			return entryView{}, err
		}
		v := viewEntry(e, map[string]order{o.OrderID: o})
		if o.UserID != nil {
			v.buyer = *o.UserID // of an order that the text names, too
		}
		if e.State == entryBooked && v.Due != nil {
			*v.Due = max(0, *v.Due-e.Amount)
		}
		return v, nil
	})
}
