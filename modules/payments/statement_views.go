package payments

import (
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

// statementView is a bank statement as the staff see it.
type statementView struct {
	ID        string         `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	FileName  string         `json:"fileName" example:"2026-11-27-camt053.xml"`
	IBAN      string         `json:"iban" doc:"Of the shop's account." example:"DE02120300000000202051"`
	From      *string        `json:"from" format:"date" doc:"The first day; null: the statement says none." example:"2026-11-20"`
	To        *string        `json:"to" format:"date" doc:"The last day." example:"2026-11-27"`
	Entries   entryCountView `json:"entries"`
	CreatedBy *staffView     `json:"createdBy" doc:"null: an API key, or an account that is gone."`
	CreatedAt httpapi.Time   `json:"createdAt"`
}

// SchemaName is the name in the document.
func (statementView) SchemaName() string { return "Statement" }

// entryCountView is what became of all that a statement has.
type entryCountView struct {
	Total   int `json:"total" doc:"The sum of the others." example:"14"`
	Booked  int `json:"booked" example:"8"`
	Open    int `json:"open" example:"2"`
	Known   int `json:"known" doc:"Earlier statements have them." example:"1"`
	Ignored int `json:"ignored" doc:"By staff, and what is no credit in EUR that the bank has booked." example:"3"`
}

// SchemaName is the name in the document.
func (entryCountView) SchemaName() string { return "StatementEntryCounts" }

// uploadedView is the answer to an upload.
type uploadedView struct {
	statementView
	Data []entryView `json:"data" nullable:"true" doc:"To a dry run: the first 1 000 entries that the upload would keep, while entries counts all; null else."`
}

// SchemaName is the name in the document.
func (uploadedView) SchemaName() string { return "UploadedStatement" }

// Repeated says that nothing was created: the answer to a dry run is 200.
func (v uploadedView) Repeated() bool { return v.Data != nil }

// Location is the path of the statement.
func (v uploadedView) Location() string { return "/v1/admin/payments/statements/" + v.ID }

// staffView is a member of the staff who did something.
type staffView struct {
	ID   string `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Name string `json:"name" example:"Ada Lovelace"`
}

// SchemaName is the name in the document.
func (staffView) SchemaName() string { return "StatementStaff" }

func viewStaff(userID, name *string) *staffView {
	if userID == nil || name == nil {
		return nil
	}
	return &staffView{ID: *userID, Name: *name}
}

func viewStatement(s statement, c entryCounts) statementView {
	ignored := c.Ignored + s.Skipped
	return statementView{
		ID: s.ID, FileName: s.FileName, IBAN: s.IBAN, From: s.FromDay, To: s.ToDay,
		Entries: entryCountView{
			Total: c.Booked + c.Open + s.Known + ignored, Booked: c.Booked, Open: c.Open, Known: s.Known, Ignored: ignored,
		},
		CreatedBy: viewStaff(s.CreatedByID, s.CreatedByName), CreatedAt: httpapi.TimeOf(s.CreatedAt),
	}
}

// entryView is an entry as the staff see it.
type entryView struct {
	ID          string        `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e80"`
	StatementID string        `json:"statementId" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Reference   string        `json:"reference" doc:"The bank's, else made of what the entry says; unique in the account." example:"2026112700004711"`
	BookedOn    string        `json:"bookedOn" format:"date" example:"2026-11-27"`
	Amount      money.Cents   `json:"amount" example:"58.87"`
	Name        *string       `json:"name" doc:"Of the payer; with iban and text it goes 90 days after the end of the entry." example:"Jana Lindner"`
	IBAN        *string       `json:"iban" doc:"Of the payer." example:"DE75512108001245126199"`
	Text        *string       `json:"text" doc:"What the payer has written." example:"ORD-4071826651 Danke"`
	Match       entryMatch    `json:"match" doc:"Of an open entry as it is now, else as it was. double: the order is paid. closed: it is cancelled. none: no order is named that is paid by transfer or invoice."`
	OrderID     *string       `json:"orderId" format:"uuid" doc:"null: none is named, or several." example:"0199d59f-0c1d-7e2f-a3b4-c5d6e7f80910"`
	OrderNumber *string       `json:"orderNumber" example:"ORD-4071826651"`
	Due         *money.Cents  `json:"due" doc:"What the order still asks for." example:"58.87"`
	State       entryState    `json:"state" example:"open"`
	BookedAt    *httpapi.Time `json:"bookedAt" doc:"When it became the order's."`
	BookedBy    *staffView    `json:"bookedBy" doc:"null: the upload itself, an API key, or an account that is gone."`
	Reason      *string       `json:"reason" doc:"Why it was ignored." example:"A refund of the supplier's."`

	buyer string
}

// SchemaName is the name in the document.
func (entryView) SchemaName() string { return "StatementEntry" }

// DataSubject is the buyer of the order, or of one that the text names.
func (v entryView) DataSubject() string { return v.buyer }

// previewEntry shows an entry as an upload would keep it.
func previewEntry(e entry, orders map[string]order) entryView {
	v := viewEntry(e, orders)
	v.Match = e.Match
	return v
}

// viewEntry shows an entry, whose order is one of the orders, by id.
func viewEntry(e entry, orders map[string]order) entryView {
	v := entryView{
		ID: e.ID, StatementID: e.StatementID, Reference: e.Reference, BookedOn: e.BookedOn, Amount: e.Amount,
		Name: e.Name, IBAN: e.PayerIBAN, Text: e.Text, Match: e.Match, OrderID: e.OrderID, State: e.State, Reason: e.Reason,
	}
	if e.State == entryBooked {
		v.BookedAt, v.BookedBy = httpapi.TimePtr(e.EndedAt), viewStaff(e.EndedByID, e.EndedByName)
	}
	if e.OrderID == nil {
		return v
	}
	if o, found := orders[*e.OrderID]; found {
		due := o.asksFor()
		v.Match, v.OrderNumber, v.Due = e.matchNow(o), notBlank(o.Number), &due
		if o.UserID != nil {
			v.buyer = *o.UserID
		}
	}
	return v
}
