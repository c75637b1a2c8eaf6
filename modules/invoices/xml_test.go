package invoices

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"orderd/platform/money"
)

// The XML of each named example, byte by byte. UPDATE_GOLDEN=1 writes the files.
func TestXML(t *testing.T) {
	t.Parallel()
	for _, name := range slices.Sorted(maps.Keys(namedExamples())) {
		got, err := renderXML(namedExamples()[name])
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("testdata", name+".xml")
		if os.Getenv("UPDATE_GOLDEN") != "" {
			if err := os.WriteFile(file, got, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("the XML of %s is not that of %s: look at it, then write the file anew with UPDATE_GOLDEN=1", name, file)
		}
	}
}

// readInvoice is what the sums of an XML are checked by.
type readInvoice struct {
	Lines []struct {
		Category string `xml:"SpecifiedLineTradeSettlement>ApplicableTradeTax>CategoryCode"`
		Rate     cents  `xml:"SpecifiedLineTradeSettlement>ApplicableTradeTax>RateApplicablePercent"`
		Net      cents  `xml:"SpecifiedLineTradeSettlement>SpecifiedTradeSettlementLineMonetarySummation>LineTotalAmount"`
	} `xml:"SupplyChainTradeTransaction>IncludedSupplyChainTradeLineItem"`
	Settlement struct {
		Rows []struct {
			Tax      cents  `xml:"CalculatedAmount"`
			Net      cents  `xml:"BasisAmount"`
			Category string `xml:"CategoryCode"`
			Rate     cents  `xml:"RateApplicablePercent"`
		} `xml:"ApplicableTradeTax"`
		Charges []struct {
			Net      cents  `xml:"ActualAmount"`
			Category string `xml:"CategoryTradeTax>CategoryCode"`
			Rate     cents  `xml:"CategoryTradeTax>RateApplicablePercent"`
		} `xml:"SpecifiedTradeAllowanceCharge"`
		Sums struct {
			Lines, Charges, Net, Tax, Gross, Paid, Due cents
		} `xml:"-"`
		Line    cents `xml:"SpecifiedTradeSettlementHeaderMonetarySummation>LineTotalAmount"`
		Charge  cents `xml:"SpecifiedTradeSettlementHeaderMonetarySummation>ChargeTotalAmount"`
		Net     cents `xml:"SpecifiedTradeSettlementHeaderMonetarySummation>TaxBasisTotalAmount"`
		Tax     cents `xml:"SpecifiedTradeSettlementHeaderMonetarySummation>TaxTotalAmount"`
		Gross   cents `xml:"SpecifiedTradeSettlementHeaderMonetarySummation>GrandTotalAmount"`
		Prepaid cents `xml:"SpecifiedTradeSettlementHeaderMonetarySummation>TotalPrepaidAmount"`
		Due     cents `xml:"SpecifiedTradeSettlementHeaderMonetarySummation>DuePayableAmount"`
	} `xml:"SupplyChainTradeTransaction>ApplicableHeaderTradeSettlement"`
}

// cents is an amount as XML has it.
type cents money.Cents

func (c *cents) UnmarshalText(text []byte) error { return (*money.Cents)(c).UnmarshalJSON(text) }

// The sums that EN 16931 asks for: BR-CO-10, -12 to -16, and BR-S-08 and its like for each row.
func TestXMLSums(t *testing.T) {
	t.Parallel()
	all := everyExample()
	maps.Copy(all, strangeExamples())
	for name, d := range all {
		file, err := renderXML(d)
		if err != nil {
			t.Fatal(err)
		}
		var read readInvoice
		if err := xml.Unmarshal(file, &read); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		type row struct {
			category string
			rate     cents
		}
		s, lines, charges, tax, rows := read.Settlement, cents(0), cents(0), cents(0), map[row]cents{}
		for _, l := range read.Lines {
			lines += l.Net
			rows[row{l.Category, l.Rate}] += l.Net
		}
		for _, c := range s.Charges {
			charges += c.Net
			rows[row{c.Category, c.Rate}] += c.Net
		}
		for _, r := range s.Rows {
			tax += r.Tax
			if rows[row{r.Category, r.Rate}] != r.Net {
				t.Errorf("%s: the row of %s %d has %d, its lines %d", name, r.Category, r.Rate, r.Net, rows[row{r.Category, r.Rate}])
			}
		}
		if len(s.Rows) != len(rows) || s.Line != lines || s.Charge != charges || s.Net != lines+charges || s.Tax != tax ||
			s.Gross != s.Net+s.Tax || s.Due != s.Gross-s.Prepaid || s.Gross == 0 {
			t.Errorf("%s: the sums do not add up: %+v", name, read)
		}
	}
}

// A line that costs nothing has a row of VAT, as every rate and category of a line (BR-Z-01).
func TestXMLRowsOfFreeLines(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		zero, e := categoryZero, s.order(490, line{1, 2490, 1900}, line{1, 0, 700}, line{2, 0, 0})
		e.Taxes, e.Lines[2].Category = e.Taxes[:1], &zero // ordering has rows of what costs something
		s.ship(t, e)
		s.awaitFiles(t)
		d := s.documents(t, e.OrderID)[0]
		file := s.buyer.Do(t, "GET", "/v1/invoices/"+d.ID+"/xml", nil).Require(t, 200).Body
		var read readInvoice
		if err := xml.Unmarshal(file, &read); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range read.Settlement.Rows {
			got = append(got, fmt.Sprintf("%s %d: %d + %d", r.Category, r.Rate, r.Net, r.Tax))
		}
		if want := []string{"S 1900: 2504 + 476", "S 700: 0 + 0", "Z 0: 0 + 0"}; !slices.Equal(got, want) {
			t.Errorf("the rows are %q, want %q", got, want)
		}
		if len(d.Taxes) != 1 || len(read.Lines) != 3 {
			t.Errorf("%+v", d.Taxes)
		}
	})
}

// What is printed of an order's parties is in the XML, and nothing by which a buyer is reached.
func TestXMLEscapes(t *testing.T) {
	t.Parallel()
	for name, d := range strangeExamples() {
		file, err := renderXML(d)
		if err != nil {
			t.Fatal(err)
		}
		var read struct {
			Name string `xml:"SupplyChainTradeTransaction>ApplicableHeaderTradeAgreement>BuyerTradeParty>Name"`
		}
		if err := xml.Unmarshal(file, &read); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if want := deref(d.Buyer.Company); want != "" && read.Name != want {
			t.Errorf("%s: the buyer is %q, want %q", name, read.Name, want)
		}
		if strings.Contains(string(file), "<script>") {
			t.Errorf("%s: the text is markup", name)
		}
	}
}
