package payments

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"orderd/platform/money"
)

type camtAmount struct {
	Value    string `xml:",chardata"`
	Currency string `xml:"Ccy,attr"`
}

type camtDay struct {
	Day    string `xml:"Dt"`
	Moment string `xml:"DtTm"`
}

// camtStatus is a code, which later versions have in an element of its own.
type camtStatus struct {
	Text string `xml:",chardata"`
	Code string `xml:"Cd"`
}

// camtParty is a party, which later versions have in an element of its own.
type camtParty struct {
	Name  string `xml:"Nm"`
	Inner string `xml:"Pty>Nm"`
}

func (p camtParty) name() string { return oneLine(p.Name, p.Inner) }

type camtEntry struct {
	Amount    camtAmount   `xml:"Amt"`
	Side      string       `xml:"CdtDbtInd"`
	Reversal  string       `xml:"RvslInd"`
	Status    camtStatus   `xml:"Sts"`
	BookedOn  camtDay      `xml:"BookgDt"`
	ValueOn   camtDay      `xml:"ValDt"`
	Reference string       `xml:"AcctSvcrRef"`
	Info      string       `xml:"AddtlNtryInf"`
	Details   []camtDetail `xml:"NtryDtls>TxDtls"`
}

// camtDetail is one of the transactions that a bank has booked as one entry.
type camtDetail struct {
	Reference  string      `xml:"Refs>AcctSvcrRef"`
	EndToEndID string      `xml:"Refs>EndToEndId"`
	Amount     *camtAmount `xml:"Amt"`
	OldAmount  *camtAmount `xml:"AmtDtls>TxAmt>Amt"` // of version 02
	Side       string      `xml:"CdtDbtInd"`
	Payer      camtParty   `xml:"RltdPties>Dbtr"`
	Ultimate   camtParty   `xml:"RltdPties>UltmtDbtr"`
	IBAN       string      `xml:"RltdPties>DbtrAcct>Id>IBAN"`
	Texts      []string    `xml:"RmtInf>Ustrd"`
	References []string    `xml:"RmtInf>Strd>CdtrRefInf>Ref"`
	Additional []string    `xml:"RmtInf>Strd>AddtlRmtInf"`
	Info       string      `xml:"AddtlTxInf"`
}

// addEntry adds the transfers of an entry, or counts what is skipped.
func (f *statementFile) addEntry(e camtEntry) error {
	parts := e.parts()
	if e.Side != "CRDT" || isTrue(e.Reversal) || e.Status.code() != "BOOK" {
		f.Skipped += len(parts)
		return nil
	}
	day, err := e.day()
	if err != nil {
		return err
	}
	for _, p := range parts {
		if p.amount.Currency != money.Currency || p.isDebit() {
			f.Skipped++
			continue
		}
		amount, err := p.amount.cents()
		if err != nil {
			return err
		}
		if amount == 0 {
			f.Skipped++
			continue
		}
		if err := f.add(transfer{
			Reference: p.reference, BookedOn: day, Amount: amount, Name: p.payer(), IBAN: p.IBAN, Text: p.text(e.Info),
			EndToEndID: p.EndToEndID,
		}); err != nil {
			return err
		}
	}
	return nil
}

// camtPart is a transfer of an entry: a transaction, with its amount and reference.
type camtPart struct {
	camtDetail
	amount    camtAmount
	reference string
}

// parts are the transactions of the entry, each with the reference of its own, else with the
// entry's. An entry whose transactions have no amounts is one.
func (e *camtEntry) parts() []camtPart {
	amounts := e.amounts()
	if amounts == nil {
		return []camtPart{e.whole()}
	}
	parts, given := make([]camtPart, len(e.Details)), map[string]bool{}
	for i, d := range e.Details {
		parts[i] = camtPart{camtDetail: d, amount: amounts[i], reference: e.referenceOf(i, given)}
		given[parts[i].reference] = true
	}
	return parts
}

// amounts are those of the entry's transactions, in the entry's currency. One that has none has
// what the others leave of the entry. They are nil when there are not several, when several have
// none, and when the others leave nothing.
func (e *camtEntry) amounts() []camtAmount {
	if len(e.Details) < 2 {
		return nil
	}
	amounts, without := make([]camtAmount, len(e.Details)), -1
	rest, err := e.Amount.cents()
	for i, d := range e.Details {
		own := d.amountIn(e.Amount.Currency)
		if own == nil {
			if without >= 0 || d.isDebit() || err != nil {
				return nil
			}
			without = i
			continue
		}
		amounts[i] = *own
		cents, failed := own.cents()
		err = errors.Join(err, failed)
		if d.isDebit() {
			cents = -cents
		}
		rest -= cents
	}
	if without >= 0 {
		if err != nil || rest <= 0 {
			return nil
		}
		amounts[without] = camtAmount{Value: rest.String(), Currency: e.Amount.Currency}
	}
	return amounts
}

// whole is the entry as one transfer, with the payer of its first transaction, and what is written
// in all of them.
func (e *camtEntry) whole() camtPart {
	whole := camtPart{amount: e.Amount, reference: reference(e.Reference)}
	var endToEndIDs []string
	for i, d := range e.Details {
		endToEndIDs = append(endToEndIDs, d.EndToEndID)
		if i == 0 {
			whole.camtDetail = d
			continue
		}
		whole.Texts = append(whole.Texts, d.text(""))
	}
	if len(e.Details) > 1 {
		// No number of an order reaches over a stroke.
		whole.Side, whole.EndToEndID = "", oneLine(strings.Join(endToEndIDs, " / "))
		return whole
	}
	if own := reference(whole.Reference); own != "" {
		whole.reference = own
	}
	return whole
}

// referenceOf is the reference of the entry's transaction i, in which earlier ones of the entry are
// given: its own, else the entry's. One that several have is followed by their places.
func (e *camtEntry) referenceOf(i int, given map[string]bool) string {
	own, place := reference(e.Details[i].Reference), "/"+strconv.Itoa(i+1)
	if own == "" {
		own = reference(e.Reference)
		if own != "" && i > 0 {
			own += place
		}
	}
	for own != "" && given[own] {
		own += place
	}
	return own
}

// reference is the bank's reference, or "" for a word that says that there is none.
func reference(text string) string {
	text = oneLine(text)
	if slices.Contains([]string{"NONREF", "NOTPROVIDED"}, strings.ToUpper(text)) {
		return ""
	}
	return text
}

// amountIn is the amount of the transaction in a currency, or nil: it may be said in the payer's
// alone.
func (d *camtDetail) amountIn(currency string) *camtAmount {
	for _, amount := range []*camtAmount{d.Amount, d.OldAmount} {
		if amount != nil && amount.Currency == currency {
			return amount
		}
	}
	return nil
}

func (d *camtDetail) isDebit() bool { return d.Side != "" && d.Side != "CRDT" }

func (d *camtDetail) payer() string {
	if name := d.Payer.name(); name != "" {
		return name
	}
	return d.Ultimate.name()
}

// text is what the payer has written, else what the bank says of the transaction or the entry.
func (d *camtDetail) text(ofEntry string) string {
	if text := oneLine(slices.Concat(d.Texts, d.References, d.Additional)...); text != "" {
		return text
	}
	if text := oneLine(d.Info); text != "" {
		return text
	}
	return oneLine(ofEntry)
}

func (s camtStatus) code() string { return oneLine(s.Text, s.Code) }

func isTrue(text string) bool { return text == "true" || text == "1" }

// day is when the bank has booked the entry.
func (e *camtEntry) day() (string, error) {
	for _, d := range []camtDay{e.BookedOn, e.ValueOn} {
		for _, text := range []string{d.Day, d.Moment} {
			if text != "" {
				return dayOf(text)
			}
		}
	}
	return "", malformed("has an entry without a day")
}

// dayOf is the day of a date or a moment, as the bank has written it.
func dayOf(text string) (string, error) {
	text = strings.TrimSpace(text)
	day, err := time.Parse(time.DateOnly, text[:min(len(text), len(time.DateOnly))])
	if err != nil {
		return "", malformed("has a day that is none")
	}
	return day.Format(time.DateOnly), nil
}

// camtNumber matches an amount. It may have more decimals than the currency, which then are 0.
var camtNumber = regexp.MustCompile(`^([0-9]{1,13})(?:\.([0-9]{0,2})0*)?$`)

func (a camtAmount) cents() (money.Cents, error) {
	m := camtNumber.FindStringSubmatch(strings.TrimSpace(a.Value))
	if m == nil {
		return 0, malformed("has an amount that is none")
	}
	cents, err := strconv.ParseInt(m[1]+(m[2] + "00")[:2], 10, 64)
	if err != nil {
		return 0, fmt.Errorf("payments: %w", err)
	}
	return money.Cents(cents), nil
}
