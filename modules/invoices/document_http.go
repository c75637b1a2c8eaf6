package invoices

import (
	"context"
	"net/http"
	"time"

	"gorm.io/gorm"

	"orderd/modules/invoices/events"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/postal"
)

type orderInvoicesInput struct {
	httpapi.PathID
	httpapi.Page
}

type invoiceInput struct{ httpapi.PathID }

type listInvoicesInput struct {
	httpapi.Page
	Kind    events.Kind `query:"kind"`
	OrderID string      `query:"orderId" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Q       string      `query:"q" maxLength:"200" doc:"Words of which each is part of the number, the order's number, or the buyer's name or company; without regard to case, accents and small typing errors." example:"lovelace"`
	From    string      `query:"from" format:"date" doc:"The first day of issue, in the shop's time zone." example:"2026-11-01"`
	To      string      `query:"to" format:"date" doc:"The last day." example:"2026-11-30"`
}

// Check refuses a period that ends before it begins.
func (in *listInvoicesInput) Check() []fault.Field { return period{in.From, in.To}.check() }

// period are days of the shop's time zone on which documents were issued. Both may be "".
type period struct{ from, to string }

// check refuses a period that ends before it begins.
func (p period) check() []fault.Field {
	if p.from == "" || p.to == "" || p.from <= p.to {
		return nil
	}
	return []fault.Field{{Pointer: "?to", Code: fault.OutOfRange, Detail: "must not be before from"}}
}

// times are the beginning of the period and of the day after it; zero where it has no bound.
func (p period) times(s *settings) (from, to time.Time) {
	if begin, err := time.ParseInLocation(time.DateOnly, p.from, s.zone()); err == nil {
		from = begin.UTC()
	}
	if last, err := time.ParseInLocation(time.DateOnly, p.to, s.zone()); err == nil {
		to = last.AddDate(0, 0, 1).UTC()
	}
	return from, to
}

func (a *api) listOrderInvoices(
	ctx context.Context, in *orderInvoicesInput,
) (*httpapi.Reply[httpapi.List[documentView]], error) {
	db := a.db.WithContext(ctx)
	o, err := orderFor(db, in.ID, a.buyerFor(ctx, in.ID))
	if err != nil {
		return nil, err
	}
	found, total, err := pageOfOrder(db, o.OrderID, in.Page)
	if err != nil {
		return nil, err
	}
	return listReply(db, found, total, in.Page)
}

func (a *api) getInvoice(ctx context.Context, in *invoiceInput) (*httpapi.Reply[documentView], error) {
	row, err := a.ownDocument(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return a.documentReply(ctx, row)
}

// ownDocument is the document with the id, of an order that the caller may see. It returns
// fault.NotFound.
func (a *api) ownDocument(ctx context.Context, documentID string) (documentRow, error) {
	db := a.db.WithContext(ctx)
	row, err := documentByID(db, documentID)
	if err == nil {
		_, err = orderFor(db, row.OrderID, a.buyerFor(ctx, row.OrderID))
	}
	return row, err
}

func (a *api) documentReply(ctx context.Context, row documentRow) (*httpapi.Reply[documentView], error) {
	views, err := viewDocuments(a.db.WithContext(ctx), row)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(views[0])
}

func (a *api) listInvoices(
	ctx context.Context, in *listInvoicesInput,
) (*httpapi.Reply[httpapi.List[documentView]], error) {
	db := a.db.WithContext(ctx)
	f := documentFilter{Kind: in.Kind, OrderID: in.OrderID, Q: in.Q}
	f.From, f.To = period{in.From, in.To}.times(a.settings.Current())
	found, total, err := pageOfDocuments(db, f, in.Page)
	if err != nil {
		return nil, err
	}
	return listReply(db, found, total, in.Page)
}

func listReply(
	db *gorm.DB, found []documentRow, total int64, p httpapi.Page,
) (*httpapi.Reply[httpapi.List[documentView]], error) {
	views, err := viewDocuments(db, found...)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.NewList(views, total, p))
}

func (a *api) getAnyInvoice(ctx context.Context, in *invoiceInput) (*httpapi.Reply[documentView], error) {
	row, err := documentByID(a.db.WithContext(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return a.documentReply(ctx, row)
}

func (a *api) issueInvoice(ctx context.Context, in *invoiceInput) (*httpapi.Reply[documentView], error) {
	return httpapi.Commit(ctx, a.db, http.StatusCreated, func(tx *gorm.DB) (documentView, error) {
		d, err := a.issueByHand(ctx, tx, in.ID)
		return viewDocument(d, true), err
	})
}

type reissueInvoiceInput struct {
	httpapi.PathID
	Body struct {
		Reason httpapi.Text `json:"reason" minLength:"1" maxLength:"500" doc:"The cancellation says it." example:"The buyer has moved."`
		BillTo *billToBody  `json:"billTo,omitempty" doc:"Absent: the order's."`
	}
}

// billToBody is to whom an invoice is addressed.
type billToBody struct {
	FullName   httpapi.Text    `json:"fullName" minLength:"1" maxLength:"200" example:"Ada Lovelace"`
	Company    httpapi.Text    `json:"company,omitempty" maxLength:"200" example:"Analytical Engines Ltd"`
	Phone      httpapi.Text    `json:"phone,omitempty" maxLength:"40" doc:"No document has it." example:"+49 30 1234567"`
	Line1      httpapi.Text    `json:"line1" minLength:"1" maxLength:"200" example:"Torstraße 12"`
	Line2      httpapi.Text    `json:"line2,omitempty" maxLength:"200" example:"c/o Babbage"`
	City       httpapi.Text    `json:"city,omitempty" maxLength:"120" doc:"Required, but in countries that are a city." example:"Berlin"`
	State      httpapi.Text    `json:"state,omitempty" maxLength:"120" example:"Berlin"`
	PostalCode httpapi.Text    `json:"postalCode,omitempty" maxLength:"20" doc:"Required, but in countries that have none." example:"10119"`
	Country    httpapi.Country `json:"country" example:"DE"`
}

// SchemaName is the name in the document.
func (billToBody) SchemaName() string { return "InvoiceAddressInput" }

// party is the address as documents have it; nil for none.
func (b *billToBody) party() *party {
	if b == nil {
		return nil
	}
	p := party{
		FullName: string(b.FullName), Company: orNull(b.Company), Line1: orNull(b.Line1), Line2: orNull(b.Line2),
		PostalCode: orNull(b.PostalCode), City: orNull(b.City), State: orNull(b.State), Country: string(b.Country),
	}
	p.Address = p.line()
	return &p
}

func orNull(text httpapi.Text) *string {
	if text == "" {
		return nil
	}
	return new(string(text))
}

// Check refuses an address without a part that its country has.
func (in *reissueInvoiceInput) Check() []fault.Field {
	b := in.Body.BillTo
	if b == nil {
		return nil
	}
	return postal.Missing("/billTo", string(b.Country), string(b.City), string(b.PostalCode))
}

func (a *api) reissueInvoice(ctx context.Context, in *reissueInvoiceInput) (*httpapi.Reply[documentView], error) {
	return httpapi.Commit(ctx, a.db, http.StatusCreated, func(tx *gorm.DB) (documentView, error) {
		d, err := a.reissue(ctx, tx, in.ID, string(in.Body.Reason), in.Body.BillTo.party())
		return viewDocument(d, true), err
	})
}
