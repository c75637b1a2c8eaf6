package payments

import (
	"encoding/xml"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	ordering "orderd/modules/ordering/events"
	"orderd/modules/payments/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/platform/money"
	"orderd/test/kit"
)

const (
	statementsPath = "/v1/admin/payments/statements"
	entriesPath    = "/v1/admin/payments/entries"
)

type body = map[string]any

// came is money in a statement.
type came struct {
	reference string // "": the bank gives none
	cents     money.Cents
	text      string
	name      string
}

// statementOf is a statement of the shop's account.
func statementOf(transfers ...came) string {
	var b strings.Builder
	b.WriteString(`<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>` + shopIBAN +
		`</IBAN></Id></Acct>`)
	for _, c := range transfers {
		b.WriteString(`<Ntry><Amt Ccy="EUR">` + c.cents.String() + `</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>` +
			`<BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>` + c.reference + `</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Nm>`)
		_ = xml.EscapeText(&b, []byte(c.name))
		b.WriteString(`</Nm></Dbtr><DbtrAcct><Id><IBAN>DE75512108001245126199</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>`)
		_ = xml.EscapeText(&b, []byte(c.text))
		b.WriteString(`</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`)
	}
	b.WriteString(`</Stmt></BkToCstmrStmt></Document>`)
	return b.String()
}

// bankedAt publishes the account of the shop's settings.
func (s *setup) bankedAt(t *testing.T, iban *string) {
	t.Helper()
	s.bank++
	s.Publish(t, shop.SettingsSaved{Group: shop.GroupBank, Version: s.bank, After: kit.JSON(t, shop.Bank{IBAN: iban})})
}

// accountant is a member of the staff of a shop with an account.
func (s *setup) accountant(t *testing.T) (api *kit.API, userID string) {
	t.Helper()
	s.bankedAt(t, new(shopIBAN))
	return s.As(t, auth.RoleAdmin)
}

func upload(t *testing.T, api *kit.API, file string) kit.Answer {
	t.Helper()
	return send(t, api, statementsPath, file)
}

func send(t *testing.T, api *kit.API, path, file string) kit.Answer {
	t.Helper()
	contentType, form := kit.FileForm(t, "november.xml", []byte(file))
	return api.With("Content-Type", contentType).Do(t, "POST", path, form)
}

// wrongAt is a fault of an answer.
func wrongAt(pointer, code string) kit.Fields {
	return kit.Fields{"errors.#": 1, "errors.0.pointer": pointer, "errors.0.code": code}
}

// entryOf is the one entry that a search finds.
func entryOf(t *testing.T, api *kit.API, q string) kit.Answer {
	t.Helper()
	return api.Do(t, "GET", entriesPath+"?q="+q, nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 1})
}

// An entry is booked when its order asks for exactly it, by transfer or invoice; every other waits.
func TestWhatAStatementBooks(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		api, userID := s.accountant(t)
		byTransfer, byInvoice := s.place(t, ordering.PaymentMethodBankTransfer, 5887), s.place(t, ordering.PaymentMethodInvoice, 1000)
		byCard, paid := s.place(t, ordering.PaymentMethodCard, 2000), s.place(t, ordering.PaymentMethodBankTransfer, 3000)
		cancelled, other := s.place(t, ordering.PaymentMethodBankTransfer, 4000), s.place(t, ordering.PaymentMethodBankTransfer, 700)
		s.Publish(t, ordering.OrderPaid{Order: paid, PaidAt: s.Clock.Now()}, ordering.OrderCancelled{Order: cancelled})
		rows := []struct {
			came  came
			match entryMatch
			state entryState
			order *ordering.Order
			due   any
		}{
			{came{cents: 5887, text: strings.ToLower(byTransfer.Number)}, matchExact, entryBooked, &byTransfer, 58.87},
			// Ordering has not said yet that it is paid.
			{came{cents: 5887, text: byTransfer.Number}, matchDouble, entryOpen, &byTransfer, 58.87},
			{came{cents: 1000, text: strings.ReplaceAll(byInvoice.Number, "-", " ")}, matchExact, entryBooked, &byInvoice, 10},
			{came{cents: 2000, text: byCard.Number}, matchNone, entryOpen, &byCard, 20},
			{came{cents: 3000, text: paid.Number}, matchDouble, entryOpen, &paid, 0},
			{came{cents: 4000, text: cancelled.Number}, matchClosed, entryOpen, &cancelled, 0},
			{came{cents: 699, text: other.Number}, matchUnder, entryOpen, &other, 7},
			{came{cents: 701, text: other.Number}, matchOver, entryOpen, &other, 7},
			{came{cents: 700, text: other.Number + " " + byCard.Number}, matchSeveral, entryOpen, nil, nil},
			{came{cents: 700, text: "ORD-0000000000"}, matchNone, entryOpen, nil, nil},
			{came{cents: 700, text: other.Number + ", ORD-0000000000"}, matchExact, entryBooked, &other, 7},
		}
		var all []came
		for i, row := range rows {
			row.came.name = fmt.Sprintf("Payer%02d", i)
			all = append(all, row.came)
		}
		log := eventbustest.Record(t, s.DB)
		counts := kit.Fields{"entries.total": 11, "entries.booked": 3, "entries.open": 8, "entries.known": 0, "entries.ignored": 0}
		preview := send(t, api, statementsPath+"?dryRun=true", statementOf(all...)).Require(t, 200).RequireFields(t, counts)
		api.Do(t, "GET", entriesPath, nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 0})
		kept := upload(t, api, statementOf(all...)).Require(t, 201).RequireFields(t, counts)
		kept.RequireFields(t, kit.Fields{
			"fileName": "november.xml", "iban": shopIBAN, "from": "2026-11-20", "to": "2026-11-20", "createdBy.id": userID, "data": nil,
		})
		if got := kept.Header.Get("Location"); got != statementsPath+"/"+kept.Text("id") {
			t.Errorf("Location: %s", got)
		}
		api.Do(t, "GET", statementsPath+"/"+kept.Text("id"), nil).Require(t, 200).RequireFields(t, counts)
		for i, row := range rows {
			want := kit.Fields{"match": string(row.match), "state": string(row.state), "amount": float64(row.came.cents) / 100,
				"due": row.due, "orderId": nil}
			if row.order != nil {
				want["orderId"], want["orderNumber"] = row.order.OrderID, row.order.Number
			}
			shown := kit.Fields{}
			for name, value := range want {
				shown["data.0."+name] = value
				preview.RequireFields(t, kit.Fields{fmt.Sprintf("data.%d.%s", i, name): value})
			}
			if row.match == matchDouble && row.order == &byTransfer {
				shown["data.0.match"] = string(matchExact) // by what ordering has said so far
			}
			entryOf(t, api, fmt.Sprintf("Payer%02d", i)).RequireFields(t, shown)
		}
		received := eventbustest.Of[events.TransferReceived](log)
		if len(received) != 3 || len(eventbustest.Of[events.StatementUploaded](log)) != 1 {
			t.Fatalf("published %v", log.Names())
		}
		for i, want := range []ordering.Order{byTransfer, byInvoice, other} {
			if got := received[i]; got.OrderID != want.OrderID || got.Amount != want.Total || got.Total != want.Total || !got.Itself {
				t.Errorf("published %+v", got)
			}
		}
	})
}

// The same file again books nothing, and equal transfers without a reference are as many as they
// are.
func TestAStatementTwice(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		api, _ := s.accountant(t)
		twins := statementOf(came{cents: 100, text: "x"}, came{cents: 100, text: "x"}, came{reference: "4711", cents: 100, text: "x"},
			came{reference: "4711", cents: 100, text: "x"})
		upload(t, api, twins).Require(t, 201).RequireFields(t, kit.Fields{"entries.open": 3, "entries.known": 1})
		upload(t, api, twins).Require(t, 201).RequireFields(t, kit.Fields{"entries.open": 0, "entries.known": 4, "entries.total": 4})
		more := statementOf(came{cents: 100, text: "x"}, came{cents: 100, text: "x"}, came{cents: 100, text: "x"})
		upload(t, api, more).Require(t, 201).RequireFields(t, kit.Fields{"entries.open": 1, "entries.known": 2})
		keyed := api.With("Idempotency-Key", "once")
		first := upload(t, keyed, statementOf(came{cents: 5, text: "keyed"})).Require(t, 201)
		again := upload(t, keyed, statementOf(came{cents: 5, text: "keyed"})).Require(t, 201)
		if again.Text("id") != first.Text("id") {
			t.Errorf("%s, then %s", first.Body, again.Body)
		}
		api.Do(t, "GET", statementsPath, nil).Require(t, 200).RequireFields(t, kit.Fields{
			"meta.total": 4, "data.3.entries.open": 3, "data.2.entries.known": 4,
		})
	})
}

// Transactions of one entry that have one reference of the bank are as many as they are.
func TestABatchWithOneReference(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		api, _ := s.accountant(t)
		o := s.place(t, ordering.PaymentMethodBankTransfer, 200)
		part := func(reference, amount, text string) string {
			return `<TxDtls><Refs><AcctSvcrRef>` + reference + `</AcctSvcrRef></Refs><Amt Ccy="EUR">` + amount +
				`</Amt><RmtInf><Ustrd>` + text + `</Ustrd></RmtInf></TxDtls>`
		}
		whole := statementOf(came{reference: "B", cents: 600, text: "x"})
		i, j := strings.Index(whole, "<TxDtls>"), strings.Index(whole, "</NtryDtls>")
		file := whole[:i] + part("B", "1.00", "x") + part("B", "2.00", o.Number) + part("B", "3.00", "x") + part("B/2", "4.00", "x") + whole[j:]
		upload(t, api, file).Require(t, 201).RequireFields(t, kit.Fields{"entries.booked": 1, "entries.open": 3, "entries.known": 0})
		for _, reference := range []string{"B", "B/2", "B/3", "B/2/4"} {
			var found int64
			if err := s.DB.Model(&entry{}).Where("reference = ?", reference).Count(&found).Error; err != nil || found != 1 {
				t.Errorf("%d are %s, %v", found, reference, err)
			}
		}
		upload(t, api, file).Require(t, 201).RequireFields(t, kit.Fields{"entries.booked": 0, "entries.open": 0, "entries.known": 4})
	})
}

// Of 20 uploads of one statement at once, each entry is kept and booked once.
func TestUploadsAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		api, _ := s.accountant(t)
		var all []came
		for i := range 30 {
			o := s.place(t, ordering.PaymentMethodBankTransfer, int64(1000+i))
			all = append(all, came{cents: money.Cents(1000 + i), text: o.Number}, came{cents: 1, text: "open"})
		}
		log := eventbustest.Record(t, s.DB)
		file := statementOf(all...)
		contentType, form := kit.FileForm(t, "november.xml", []byte(file))
		statuses := kit.StatusesAtOnce(t, 20, func(int) (kit.Answer, error) {
			return api.With("Content-Type", contentType).Try("POST", statementsPath, form)
		})
		if statuses[201] != 20 {
			t.Fatalf("%v", statuses)
		}
		for state, want := range map[string]int{"booked": 30, "open": 30} {
			api.Do(t, "GET", entriesPath+"?state="+state, nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": want})
		}
		var known int
		if err := s.DB.Raw("SELECT sum(known) FROM payments_statements").Scan(&known).Error; err != nil || known != 19*60 {
			t.Errorf("%d are known, %v", known, err)
		}
		if received := eventbustest.Of[events.TransferReceived](log); len(received) != 30 {
			t.Errorf("%d transfers were published", len(received))
		}
	})
}

// Of two entries for one order in two statements at once, one is booked.
func TestTwoEntriesOfAnOrderAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		api, _ := s.accountant(t)
		o := s.place(t, ordering.PaymentMethodBankTransfer, 1000)
		log := eventbustest.Record(t, s.DB)
		statuses := kit.StatusesAtOnce(t, 8, func(i int) (kit.Answer, error) {
			contentType, form := kit.FileForm(t, "november.xml", []byte(statementOf(came{reference: fmt.Sprint(i), cents: 1000, text: o.Number})))
			return api.With("Content-Type", contentType).Try("POST", statementsPath, form)
		})
		received := eventbustest.Of[events.TransferReceived](log)
		if statuses[201] != 8 || len(received) != 1 {
			t.Fatalf("%v, %d booked", statuses, len(received))
		}
		api.Do(t, "GET", entriesPath+"?state=open", nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 7})
	})
}

// Behind what uploads and commands look at stand the constraints of the table.
func TestConstraintsOfEntries(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		api, _ := s.accountant(t)
		o := s.place(t, ordering.PaymentMethodBankTransfer, 1000)
		upload(t, api, statementOf(came{reference: "1", cents: 1000, text: o.Number}, came{reference: "2", cents: 1, text: "open"},
			came{reference: "3", cents: 2, text: "open, too"})).Require(t, 201).RequireFields(t, kit.Fields{"entries.booked": 1})
		for what, set := range map[string]string{
			"two entries with one reference": "reference = '2' WHERE reference = '3'",
			"two entries of an order that uploads have booked": "state = 'booked', itself = TRUE, ended_at = CURRENT_TIMESTAMP, " +
				"order_id = (SELECT order_id FROM payments_entries WHERE reference = '1') WHERE reference = '2'",
			"an entry of nothing":                     "amount_cents = 0 WHERE reference = '2'",
			"an open entry that has ended":            "ended_at = CURRENT_TIMESTAMP WHERE reference = '2'",
			"a booked entry of no order":              "order_id = NULL WHERE reference = '1'",
			"an open entry that an upload booked":     "itself = TRUE WHERE reference = '2'",
			"an ignored entry without a reason":       "state = 'ignored', ended_at = CURRENT_TIMESTAMP WHERE reference = '2'",
			"an erased entry with what a payer wrote": "erased = TRUE WHERE reference = '2'",
		} {
			if err := s.DB.Exec("UPDATE payments_entries SET " + set).Error; err == nil {
				t.Errorf("the table takes %s", what)
			}
		}
	})
}

func TestFilesThatAreRefused(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		api, _ := s.As(t, auth.RoleAdmin)
		s.bankedAt(t, nil)
		whole := statementOf(came{reference: "1", cents: 100, text: "x"})
		upload(t, api, whole).Require(t, 422, "validation_failed").RequireFields(t, wrongAt("/file", "not_allowed"))
		s.bankedAt(t, new("DE89370400440532013000"))
		upload(t, api, whole).Require(t, 422, "validation_failed").RequireFields(t, wrongAt("/file", "not_allowed"))
		s.bankedAt(t, new("DE02 1203 0000 0000 2020 51"))
		for _, broken := range []string{whole[:len(whole)-20], "<!DOCTYPE a [<!ENTITY b \"c\">]>" + whole, "name,price\n", ""} {
			upload(t, api, broken).Require(t, 422, "validation_failed").RequireFields(t, wrongAt("/file", "bad_format"))
		}
		upload(t, api, strings.Repeat("x", maxStatement+1)).Require(t, 413, "body_too_large")
		row := shopIBAN + ";2026-11-20;1;x\n"
		upload(t, api, "Account;Date;Amount;Purpose\n"+strings.Repeat(row, (maxStatement-100)/len(row))).Require(t, 422, "validation_failed").
			RequireFields(t, wrongAt("/file", "too_long"))
		upload(t, api, strings.Repeat("x", 50<<20)).Require(t, 413, "body_too_large")
		send(t, api, statementsPath+"?dryRun=maybe", whole).Require(t, 422, "validation_failed")
		api.Do(t, "POST", statementsPath, whole).Require(t, 415, "unsupported_media_type")
		api.Do(t, "GET", entriesPath, nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 0})
		api.Do(t, "GET", statementsPath, nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 0})
		upload(t, api, whole).Require(t, 201)
	})
}

// Who may read payments may read statements; who may write them may upload, book and ignore.
func TestStatementsAreTheStaffs(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		api, _ := s.accountant(t)
		kept := upload(t, api, statementOf(came{reference: "1", cents: 100, text: "Danke"})).Require(t, 201)
		entryID := entryOf(t, api, "Danke").Text("data.0.id")
		reads := []string{statementsPath, statementsPath + "/" + kept.Text("id"), entriesPath}
		writes := []string{entriesPath + "/" + entryID + "/book", entriesPath + "/" + entryID + "/ignore"}
		reader, _ := s.AsKey(t, "payments:read")
		other, _ := s.AsKey(t, "orders:write")
		for _, path := range reads {
			s.API.Do(t, "GET", path, nil).Require(t, 401, "unauthenticated")
			s.buyer.Do(t, "GET", path, nil).Require(t, 403, "forbidden")
			other.Do(t, "GET", path, nil).Require(t, 403, "forbidden")
			reader.Do(t, "GET", path, nil).Require(t, 200)
		}
		for _, who := range []*kit.API{s.buyer, reader, other} {
			upload(t, who, statementOf()).Require(t, 403, "forbidden")
			for _, path := range writes {
				who.Do(t, "POST", path, body{"reason": "x"}).Require(t, 403, "forbidden")
			}
		}
		for _, unknown := range []string{id.New(), "no-id"} {
			api.Do(t, "GET", statementsPath+"/"+unknown, nil).Require(t, 404, "not_found")
			api.Do(t, "POST", entriesPath+"/"+unknown+"/book", nil).Require(t, 404, "not_found")
			api.Do(t, "POST", entriesPath+"/"+unknown+"/ignore", body{"reason": "x"}).Require(t, 404, "not_found")
		}
		writer, _ := s.AsKey(t, "payments:write")
		writer.Do(t, "POST", writes[1], body{"reason": "x"}).Require(t, 200).RequireFields(t, kit.Fields{"state": "ignored"})
	})
}

// Staff book an entry for its order or for another one, once.
func TestBookAnEntry(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		api, userID := s.accountant(t)
		o := s.place(t, ordering.PaymentMethodBankTransfer, 5000)
		kept := upload(t, api, statementOf(came{reference: "1", cents: 2000, text: o.Number, name: "Part"}, came{reference: "2", cents: 3000,
			text: "?", name: "Rest"},
			came{reference: "3", cents: 10, text: "?", name: "Wrong"})).Require(t, 201)
		entryOf(t, api, "Part").RequireFields(t, kit.Fields{
			"data.0.statementId": kept.Text("id"), "data.0.reference": "1", "data.0.bookedOn": "2026-11-20", "data.0.amount": 20,
			"data.0.name": "Part", "data.0.iban": "DE75512108001245126199", "data.0.text": o.Number, "data.0.orderId": o.OrderID,
			"data.0.orderNumber": o.Number, "data.0.due": 50, "data.0.state": "open", "data.0.bookedAt": nil, "data.0.bookedBy": nil,
		})
		path := func(name, verb string) string {
			return entriesPath + "/" + entryOf(t, api, name).Text("data.0.id") + verb
		}
		api.Do(t, "POST", path("Rest", "/book"), nil).Require(t, 422, "validation_failed").RequireFields(t, wrongAt("/orderId", "required"))
		for sent, want := range map[any]string{id.New(): "not_allowed", "x": "bad_format", 7: "wrong_type"} {
			api.Do(t, "POST", path("Rest", "/book"), body{"orderId": sent}).Require(t, 422).RequireFields(t, wrongAt("/orderId", want))
		}
		log := eventbustest.Record(t, s.DB)
		api.Do(t, "POST", path("Part", "/book"), nil).Require(t, 200).RequireFields(t, kit.Fields{
			"state": "booked", "match": "under", "due": 30, "bookedBy.id": userID, "orderNumber": o.Number, "reason": nil,
		})
		// What ordering says of it.
		s.Publish(t, ordering.PaymentDueChanged{Order: o, Due: 3000})
		api.Do(t, "POST", path("Rest", "/book"), body{"orderId": o.OrderID}).Require(t, 200).RequireFields(t, kit.Fields{
			"state": "booked", "match": "exact", "due": 0, "orderId": o.OrderID,
		})
		received := eventbustest.Of[events.TransferReceived](log)
		if len(received) != 2 || received[0].Total != 2000 || received[1].Total != 5000 || received[1].Amount != 3000 || received[1].Itself {
			t.Errorf("published %+v", received)
		}
		api.Do(t, "POST", path("Rest", "/book"), body{"reason": "x"}).Require(t, 422)
		api.Do(t, "POST", path("Rest", "/book"), nil).Require(t, 409, "invalid_transition")
		api.Do(t, "POST", path("Rest", "/ignore"), body{"reason": "x"}).Require(t, 409, "invalid_transition")
		// Found by the order that it was booked for.
		api.Do(t, "GET", entriesPath+"?q="+o.Number, nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 2})
	})
}

// An open entry shows what its order asks for by now.
func TestMatchesOfNow(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		api, _ := s.accountant(t)
		o := s.place(t, ordering.PaymentMethodBankTransfer, 5000)
		upload(t, api, statementOf(came{reference: "1", cents: 3000, text: o.Number, name: "Late"})).Require(t, 201)
		requires := func(match entryMatch, due float64) {
			t.Helper()
			entryOf(t, api, "Late").RequireFields(t, kit.Fields{"data.0.match": string(match), "data.0.due": due})
			for _, m := range entryMatch("").Values() {
				want := 0
				if m == string(match) {
					want = 1
				}
				api.Do(t, "GET", entriesPath+"?match="+m, nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": want})
			}
		}
		requires(matchUnder, 50)
		s.Publish(t, ordering.PaymentDueChanged{Order: o, Due: 3000})
		requires(matchExact, 30)
		s.Publish(t, ordering.PaymentDueChanged{Order: o, Due: 2000})
		requires(matchOver, 20)
		s.Publish(t, ordering.PaymentMethodChanged{Order: o, From: ordering.PaymentMethodBankTransfer, PaymentStatus: "unpaid", Due: 2000})
		requires(matchOver, 20)
		s.Publish(t, ordering.OrderPaid{Order: o, PaidAt: s.Clock.Now()})
		requires(matchDouble, 0)
		s.Publish(t, ordering.OrderCancelled{Order: o})
		requires(matchClosed, 0)
		path := entriesPath + "/" + entryOf(t, api, "Late").Text("data.0.id") + "/ignore"
		for _, wrong := range []body{{}, {"reason": " "}, {"reason": strings.Repeat("x", 501)}, {"reason": "x", "more": 1}} {
			api.Do(t, "POST", path, wrong).Require(t, 422)
		}
		log := eventbustest.Record(t, s.DB)
		api.Do(t, "POST", path, body{"reason": "Sent back by hand."}).Require(t, 200).RequireFields(t, kit.Fields{
			"state": "ignored", "reason": "Sent back by hand.", "bookedAt": nil, "bookedBy": nil,
		})
		requires(matchClosed, 0)
		if ignored := eventbustest.Of[events.EntryIgnored](log); len(ignored) != 1 || ignored[0].Reason != "Sent back by hand." {
			t.Errorf("published %v", log.Names())
		}
	})
}

// Of many commands on an entry at once, one succeeds.
func TestCommandsOnAnEntryAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		api, _ := s.accountant(t)
		o := s.place(t, ordering.PaymentMethodBankTransfer, 5000)
		upload(t, api, statementOf(came{reference: "1", cents: 2000, text: o.Number, name: "Part"})).Require(t, 201)
		path := entriesPath + "/" + entryOf(t, api, "Part").Text("data.0.id")
		log := eventbustest.Record(t, s.DB)
		statuses := kit.StatusesAtOnce(t, 10, func(i int) (kit.Answer, error) {
			if i%2 == 0 {
				return api.Try("POST", path+"/book", nil)
			}
			return api.Try("POST", path+"/ignore", body{"reason": "x"})
		})
		if statuses[200] != 1 || statuses[409] != 9 || len(log.Names()) != 1 {
			t.Errorf("%v, published %v", statuses, log.Names())
		}
	})
}

func TestFiltersOfEntries(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		api, _ := s.accountant(t)
		o := s.place(t, ordering.PaymentMethodBankTransfer, 5887)
		one := upload(t, api, statementOf(came{reference: "A1", cents: 5887, text: o.Number, name: "Ömer Öztürk"})).Require(t, 201)
		upload(t, api, statementOf(came{reference: "A2", cents: 100, text: "Danke", name: "Jana"})).Require(t, 201)
		for query, want := range map[string]int{
			"": 2, "?state=booked": 1, "?state=ignored": 0, "?match=none": 1, "?statementId=" + one.Text("id"): 1, "?statementId=" + id.New(): 0,
			"?q=oeztuerk": 1, "?q=58,87": 1, "?q=" + o.Number: 1, "?q=a2": 1, "?q=danke&state=booked": 0, "?q=DE7551": 2, "?q=nobody": 0,
			"?match=exact&q=ozturk&statementId=" + one.Text("id"): 1,
		} {
			api.Do(t, "GET", entriesPath+query, nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": want})
		}
		for _, wrong := range []string{"?state=lost", "?match=near", "?statementId=x", "?page=0", "?sort=day"} {
			api.Do(t, "GET", entriesPath+wrong, nil).Require(t, 422)
		}
	})
}

// Payer and text of an entry go 90 days after its end, and with the account of the buyer.
func TestPayersAreErased(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		api, staffID := s.accountant(t)
		o := s.place(t, ordering.PaymentMethodBankTransfer, 1000)
		upload(t, api, statementOf(came{reference: "1", cents: 1000, text: o.Number, name: "Booked Payer"}, came{reference: "2", cents: 5,
			text: "Open", name: "Open Payer"},
			came{reference: "3", cents: 7, text: o.Number, name: "Second Payer"})).Require(t, 201)
		if got := s.Exported(t, s.userID); !strings.Contains(got, `"name":"Booked Payer"`) || !strings.Contains(got, `"name":"Second Payer"`) ||
			strings.Contains(got, "Open Payer") {
			t.Errorf("export: %s", got)
		}
		s.Clock.Advance(keepPayers + time.Minute)
		if err := (Deps{DB: s.DB, Clock: s.Clock}).erasePayers(t.Context()); err != nil {
			t.Fatal(err)
		}
		api, _ = s.As(t, auth.RoleAdmin) // the token of before is too old
		api.Do(t, "GET", entriesPath+"?state=booked", nil).Require(t, 200).RequireFields(t, kit.Fields{
			"data.0.name": nil, "data.0.iban": nil, "data.0.text": nil, "data.0.amount": 10, "data.0.orderNumber": o.Number,
		})
		kit.Eventually(t, "the search does not find it any more", func() error {
			if got := api.Do(t, "GET", entriesPath+"?q=Booked+Payer", nil).Require(t, 200); got.Number("meta.total") != 0 {
				return errors.New(string(got.Body))
			}
			return nil
		})
		entryOf(t, api, "Open+Payer")
		s.Publish(t, identity.AccountErased{UserID: s.userID, AddressID: kit.AddressID("jana@lindner.example"), ErasedAt: s.Clock.Now()})
		api.Do(t, "GET", entriesPath+"?q=Second", nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 0})
		entryOf(t, api, "Open+Payer")
		s.Publish(t, identity.AccountErased{UserID: staffID, AddressID: kit.AddressID("staff@shop.example"), ErasedAt: s.Clock.Now()})
		api.Do(t, "GET", statementsPath, nil).Require(t, 200).RequireFields(t, kit.Fields{"data.0.createdBy": nil})
	})
}

// A transfer for two orders is of neither until staff book it. Its payer goes with the buyer all
// the same.
func TestThePayerOfSeveralOrdersIsErased(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		api, _ := s.accountant(t)
		first, second := s.place(t, ordering.PaymentMethodBankTransfer, 1000), s.place(t, ordering.PaymentMethodBankTransfer, 2000)
		s.userID = id.New() // another buyer
		third, fourth := s.place(t, ordering.PaymentMethodBankTransfer, 300), s.place(t, ordering.PaymentMethodBankTransfer, 400)
		upload(t, api, statementOf(
			came{reference: "1", cents: 3000, text: first.Number + " and " + second.Number, name: "Jana Lindner"},
			came{reference: "2", cents: 700, text: third.Number + " and " + fourth.Number, name: "Noah Weber"},
		)).Require(t, 201)
		entryOf(t, api, "Jana+Lindner").RequireFields(t, kit.Fields{"data.0.match": "several"})
		if got := s.Exported(t, first.UserID); strings.Count(got, `"name":"Jana Lindner"`) != 2 || strings.Contains(got, "Noah") {
			t.Errorf("export: %s", got)
		}
		s.Publish(t, identity.AccountErased{UserID: first.UserID, AddressID: kit.AddressID("jana@lindner.example"), ErasedAt: s.Clock.Now()})
		var found []entry
		if err := s.DB.Order("reference").Find(&found).Error; err != nil || len(found) != 2 {
			t.Fatal(found, err)
		}
		if e := found[0]; !e.Erased || e.Name != nil || e.PayerIBAN != nil || e.Text != nil || strings.Contains(e.Search, "lindner") {
			t.Errorf("after the erasure: %+v", e)
		}
		if e := found[1]; e.Erased || e.Name == nil {
			t.Errorf("another's: %+v", e)
		}
	})
}

// What an answer to a command says of the payer goes with the buyer of an order that is named, too.
func TestTheAnswerOfSeveralOrdersIsErased(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		api, _ := s.accountant(t)
		first, second := s.place(t, ordering.PaymentMethodBankTransfer, 1000), s.place(t, ordering.PaymentMethodBankTransfer, 2000)
		upload(t, api, statementOf(came{reference: "1", cents: 3000, text: first.Number + " and " + second.Number, name: "Both Payer"})).
			Require(t, 201)
		path := entriesPath + "/" + entryOf(t, api, "Both").Text("data.0.id") + "/ignore"
		keyed := api.With("Idempotency-Key", "once")
		for range 2 {
			keyed.Do(t, "POST", path, body{"reason": "x"}).Require(t, 200).RequireFields(t, kit.Fields{"name": "Both Payer", "orderId": nil})
		}
		s.Publish(t, identity.AccountErased{UserID: s.userID, AddressID: kit.AddressID("jana@lindner.example"), ErasedAt: s.Clock.Now()})
		if again := keyed.Do(t, "POST", path, body{"reason": "x"}); strings.Contains(string(again.Body), "Payer") {
			t.Errorf("after the erasure: %s", again.Body)
		}
	})
}

// So does that of a transfer which names an order by its EndToEndId alone.
func TestThePayerOfAnEndToEndIDIsErased(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		api, _ := s.accountant(t)
		first := s.place(t, ordering.PaymentMethodBankTransfer, 1000)
		s.userID = id.New() // another buyer
		second := s.place(t, ordering.PaymentMethodBankTransfer, 2000)
		file := strings.Replace(statementOf(came{reference: "1", cents: 3000, text: first.Number, name: "Both Payer"}), "<RltdPties>",
			"<Refs><EndToEndId>"+second.Number+"</EndToEndId></Refs><RltdPties>", 1)
		upload(t, api, file).Require(t, 201)
		entryOf(t, api, second.Number).RequireFields(t, kit.Fields{
			"data.0.match": "several", "data.0.text": first.Number + " / " + second.Number,
		})
		s.Publish(t, identity.AccountErased{UserID: second.UserID, AddressID: kit.AddressID("noah@weber.example"), ErasedAt: s.Clock.Now()})
		s.requireErased(t, entryOpen)
		upload(t, api, file).Require(t, 201).RequireFields(t, kit.Fields{"entries.known": 1})
	})
}

// A command that waits for an erasure of the payer brings nothing back. It fails on PostgreSQL when
// bookEntry saves the entry that it has read before it had the lock of the order.
func TestAnEntryIsErasedWhileItIsBooked(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		api, _ := s.accountant(t)
		o := s.place(t, ordering.PaymentMethodBankTransfer, 5000)
		upload(t, api, statementOf(came{reference: "1", cents: 2000, text: o.Number, name: "Part Payer"})).Require(t, 201)
		path := entriesPath + "/" + entryOf(t, api, "Part").Text("data.0.id")
		booked := make(chan error, 1)
		err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
			if err := removeUser(tx, s.userID); err != nil {
				return err
			}
			go func() {
				got, err := api.Try("POST", path+"/book", nil)
				if err == nil && got.Status != 200 {
					err = errors.New(string(got.Body))
				}
				booked <- err
			}()
			kit.AwaitLock(t, s.DB)
			return nil
		})
		if err := errors.Join(err, <-booked); err != nil {
			t.Fatal(err)
		}
		s.requireErased(t, entryBooked)
	})
}

// An erasure waits for an upload that is under way, and erases what that has stored. It fails on
// PostgreSQL without the lock of removeUser.
func TestAnEntryIsErasedWhileItIsUploaded(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o := s.place(t, ordering.PaymentMethodBankTransfer, 5000)
		f, err := readStatement(strings.NewReader(
			statementOf(came{reference: "1", cents: 5000, text: o.Number, name: "Late Payer"})), new(shopIBAN))
		if err != nil {
			t.Fatal(err)
		}
		erased := make(chan error, 1)
		err = database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
			kept := newStatement(f, "november.xml", auth.Principal{}, s.Clock.Now())
			if _, err := keepStatement(t.Context(), tx, f, &kept, s.Clock.Now()); err != nil {
				return err
			}
			go func() {
				erased <- database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error { return removeUser(tx, s.userID) })
			}()
			kit.AwaitLock(t, s.DB)
			return nil
		})
		if err := errors.Join(err, <-erased); err != nil {
			t.Fatal(err)
		}
		s.requireErased(t, entryBooked)
	})
}

// requireErased requires that the one entry has the state, and nothing of its payer.
func (s *setup) requireErased(t *testing.T, state entryState) {
	t.Helper()
	var e entry
	if err := s.DB.Take(&e).Error; err != nil || e.State != state || !e.Erased || e.Name != nil || e.PayerIBAN != nil ||
		e.Text != nil || strings.Contains(e.Search, "payer") {
		t.Errorf("%+v, %v", e, err)
	}
}

// The numbers of orders from before an upgrade are copied once.
func TestFormerNumbersAreCopied(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o := s.place(t, ordering.PaymentMethodBankTransfer, 1000)
		if err := s.DB.Exec("UPDATE payments_orders SET number = ''").Error; err != nil {
			t.Fatal(err)
		}
		s.Publish(t, ordering.OrdersNumbered{Orders: []ordering.NumberedOrder{{OrderID: o.OrderID, Number: o.Number}, {OrderID: id.New(),
			Number: "ORD-1"}}})
		if found, err := ordersNumbered(s.DB, []string{o.Number}, false); err != nil || len(found) != 1 {
			t.Errorf("%v, %v", found, err)
		}
	})
}
