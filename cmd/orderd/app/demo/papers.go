package demo

import (
	"fmt"
	"io"
	"net/http"
	"time"

	"orderd/platform/money"
)

// document is an invoice, or what was taken off one.
type document struct {
	ID, Number, Kind string
	Net, Tax, Gross  money.Cents
	Taxes            []struct{ Category string }
	RefersTo         *struct{ Number string }
}

// sellAbroad sends Lucie goods without VAT to France, and a consumer goods with VAT to Austria.
func (d *day) sellAbroad() {
	before := d.taxTotals()
	o := d.sellToLucie()
	invoice := d.awaitDocuments(o, "invoice")[0]
	d.check("Lucie's invoice", fmt.Sprintf("%s + %s %v", invoice.Net, invoice.Tax, invoice.Taxes),
		fmt.Sprintf("%s + 0.00 [{K}]", o.Total))
	d.awaitMail(d.lucie, invoice.Number)
	d.check("the PDF of Lucie's invoice", d.fileBegins(d.lucie, "/v1/invoices/"+invoice.ID+"/pdf"), "%PDF-")
	d.printStep("Lucie", "gets an invoice with 0 % VAT", invoice.Number, eur(invoice.Gross))

	d.anton = d.newCustomer("Anton", "Anton Huber")
	sent := d.buyAsGuest(d.anton, "AT", object{
		"fullName": d.anton.fullName, "line1": "Mariahilfer Straße 3", "postalCode": "1060", "city": "Wien", "country": "AT",
	}, line{tea, 2})
	d.deliver(sent)
	invoice = d.awaitDocuments(sent, "invoice")[0]
	d.check("the VAT of Anton's invoice", invoice.Tax > 0 && invoice.Tax == sent.TaxTotal, true)
	d.printStep("Anton", "gets one with VAT in Austria", invoice.Number, eur(invoice.Gross))
	after := d.taxTotals()
	d.check("what the tax report has of the two", fmt.Sprint(after.Gross-before.Gross, after.Tax-before.Tax),
		fmt.Sprint(o.Total+sent.Total, sent.TaxTotal))
}

// sellToLucie sends Lucie 12 bags of beans, without VAT because her VAT id is proved.
func (d *day) sellToLucie() *purchase {
	how := object{"paymentMethod": "invoice", "shipTo": object{
		"fullName": d.lucie.fullName, "company": "Café Lumière", "line1": "12 rue de Rivoli", "postalCode": "75004",
		"city": "Paris", "country": "FR",
	}}
	d.add(d.lucie, line{beans, 12})
	d.eventually("the VAT of Lucie's cart", "[{0 K}]", func() any {
		return post[cart](d, d.lucie, "/v1/checkout/quote", d.checkoutBodyTo(d.lucie, "FR", how)).Taxes
	})
	body := d.checkoutBodyTo(d.lucie, "FR", how)
	o := d.recordOrder(d.lucie, post[order](d, d.lucie, "/v1/checkout", body))
	d.check(o.Number+": total", o.Total, body["expectedTotal"])
	d.check(o.Number+": sums", o.Total, o.Subtotal-o.DiscountTotal+o.ShippingTotal)
	d.check(o.Number+": VAT", o.TaxTotal, "0.00")
	d.printStep(d.lucie.name, "orders "+describeLines(o.order), o.Number, eur(o.Total))
	d.deliver(o)
	return o
}

// withdraw lets Anton withdraw from the contract: all his money comes back, that of the shipping
// too, and a correction takes all off his invoice.
func (d *day) withdraw() {
	o := d.orderOf(d.anton)
	declared := post[struct {
		ID, State    string
		RefundAmount money.Cents
	}](d, d.anton, o.path()+"/withdraw", object{})
	d.check("Anton's withdrawal", fmt.Sprint(declared.State, declared.RefundAmount), fmt.Sprint("matched", o.Total))
	d.awaitMail(d.anton, "received")
	d.printStep("Anton", "withdraws from the contract", o.Number, eur(declared.RefundAmount))

	type withReturns struct{ Included struct{ Returns []returned } }
	returns := get[withReturns](d, d.anton, o.path()+"?include=returns").Included.Returns
	if d.check("returns of Anton's", len(returns), 1); len(returns) != 1 {
		return
	}
	post[returned](d, d.admin, "/v1/admin/returns/"+returns[0].ID+"/receive", nil)
	d.sendBack(o)
	d.eventually("Anton's withdrawal in the end", "settled", func() any {
		return get[struct{ State string }](d, d.admin, "/v1/admin/withdrawals/"+declared.ID).State
	})
	papers := d.awaitDocuments(o, "invoice", "correction")
	d.check("what is taken off Anton's invoice", papers[1].Gross, papers[0].Gross)
	d.printStep("Admin", "takes it back, and a correction follows", papers[1].Number, "-"+eur(papers[1].Gross))
}

// readTaxReport reads the report that the tax office gets: its rows add up to its totals.
func (d *day) readTaxReport() {
	report := d.taxReport()
	var net, tax, gross money.Cents
	free := 0
	for _, row := range report.Data {
		net, tax, gross = net+row.Net, tax+row.Tax, gross+row.Gross
		if row.Scheme == "intra_community" && row.Country == "FR" && row.Tax == 0 && row.Gross >= d.orderOf(d.lucie).Total {
			free++
		}
	}
	d.check("the tax report", taxTotals{net, tax, gross}, report.Totals)
	d.check("net and VAT of the tax report", net+tax, gross)
	d.check("rows of goods without VAT to France", free, 1)
	d.printStep("Admin", fmt.Sprintf("reads the VAT of today: %d rows", len(report.Data)), "", eur(tax))
}

type taxTotals struct{ Net, Tax, Gross money.Cents }

type taxReport struct {
	Data []struct {
		Country, Scheme string
		taxTotals
	}
	Totals taxTotals
}

// taxReport is that of today, in whatever time zone the shop has.
func (d *day) taxReport() taxReport {
	now := d.clock.Now().UTC()
	return get[taxReport](d, d.admin, "/v1/admin/reports/tax?from="+now.AddDate(0, 0, -1).Format(time.DateOnly)+
		"&to="+now.AddDate(0, 0, 1).Format(time.DateOnly))
}

func (d *day) taxTotals() taxTotals { return d.taxReport().Totals }

// awaitDocuments waits until the order has documents of these kinds, with their files.
func (d *day) awaitDocuments(o *purchase, kinds ...string) []document {
	var found []document
	d.await(fmt.Sprintf("%s: its documents are %v", o.Number, kinds), func() error {
		found = get[list[document]](d, o.buyer, o.path()+"/invoices").Data
		var got []string
		for _, f := range found {
			if d.fileBegins(o.buyer, "/v1/invoices/"+f.ID+"/xml") == "<?xml" {
				got = append(got, f.Kind)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(kinds) {
			return fmt.Errorf("%v, with files %v", found, got)
		}
		return nil
	})
	if len(found) != len(kinds) {
		panic(abort{fmt.Errorf("%s has %d documents", o.Number, len(found))})
	}
	return found
}

// fileBegins is the beginning of a file that the person may load, or what is answered in its place.
func (d *day) fileBegins(p *person, path string) string {
	request, err := http.NewRequestWithContext(d.ctx, http.MethodGet, d.url+path, nil)
	if err != nil {
		panic(abort{err})
	}
	request.Header.Set("Authorization", "Bearer "+p.Token)
	if p.Token == "" {
		request.Header.Del("Authorization")
		request.Header.Set("X-Order-Token", p.OrderToken)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(abort{err})
	}
	defer func() { _ = response.Body.Close() }()
	begin := make([]byte, len("%PDF-"))
	if _, err := io.ReadFull(response.Body, begin); err != nil || response.StatusCode != http.StatusOK {
		return response.Status
	}
	return string(begin)
}
