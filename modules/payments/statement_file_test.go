package payments

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"orderd/platform/fault"
)

const shopIBAN = "DE02120300000000202051"

func sample(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// said is what a file says, in lines.
func said(f *statementFile) string {
	day := func(d *string) string {
		if d == nil {
			return "-"
		}
		return *d
	}
	lines := []string{fmt.Sprintf("%s %s %s, %d skipped", f.IBAN, day(f.FromDay), day(f.ToDay), f.Skipped)}
	for _, tr := range f.Transfers {
		reference := tr.Reference
		if len(reference) == 64 {
			reference = "sum"
		}
		lines = append(lines, strings.Join([]string{
			reference, tr.BookedOn, tr.Amount.String(), tr.Name, tr.IBAN, tr.Text, strings.Join(orderNumbers(tr), "+"),
		}, "|"))
	}
	return strings.Join(lines, "\n")
}

func TestSampleStatements(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][]string{
		"sparkasse_camt_053_001_02.xml": {
			"DE02120300000000202051 2026-11-19 2026-11-20, 4 skipped",
			"2026111912345000|2026-11-19|58.87|Jana Lindner|DE75512108001245126199|Bestellung ord-40718 26651 vielen Dank|ORD-4071826651",
			"2026112012345002-A|2026-11-20|40.00|Öztürk Handel||RF18539007547034|ORD-1111111111",
			"2026112012345002/2|2026-11-20|15.00|Zweite Zahlerin||SAMMELGUTSCHRIFT|",
			"2026112012345002/3|2026-11-20|10.00|Dritter Zahler||SAMMELGUTSCHRIFT|",
		},
		"bank_camt_053_001_08.xml": {
			"DE02120300000000202051 2026-11-18 2026-11-20, 0 skipped",
			"sum|2026-11-20|77.80|Jörg Weiß|AT611904300234573201|ECHTZEIT-GUTSCHRIFT|ORD-2222222222",
			"sum|2026-11-18|5.00||||", "sum|2026-11-18|5.00||||",
		},
		"sparkasse.csv": {
			"DE02120300000000202051 2026-11-19 2026-11-20, 2 skipped",
			"sum|2026-11-20|1058.87|Jana Lindner|DE75512108001245126199|ORD-4071826651 für Tassen|ORD-4071826651",
			"sum|2026-11-19|5.00|Zweimal|DE3|Danke|", "sum|2026-11-19|5.00|Zweimal|DE3|Danke|",
		},
	} {
		f, err := readStatement(strings.NewReader(sample(t, name)), new(shopIBAN))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := said(f); got != strings.Join(want, "\n") {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, strings.Join(want, "\n"))
		}
		references := map[string]bool{}
		for _, tr := range f.Transfers {
			references[tr.Reference] = true
		}
		if len(references) != len(f.Transfers) {
			t.Errorf("%s: %d references of %d transfers", name, len(references), len(f.Transfers))
		}
	}
}

// Every version is read, each by its namespace alone.
func TestVersionsOfCamt(t *testing.T) {
	t.Parallel()
	text := sample(t, "sparkasse_camt_053_001_02.xml")
	for version, want := range map[string]bool{
		"camt.053.001.02": true, "camt.053.001.04": true, "camt.053.001.08": true, "camt.053.001.10": true, "camt.053.001.13": true,
		"camt.053.001.01": false, "camt.053.001.14": false, "camt.053.001.020": false, "camt.052.001.02": false, "camt.054.001.08": false,
		"pain.001.001.03": false,
	} {
		_, err := readStatement(strings.NewReader(strings.Replace(text, "camt.053.001.02", version, 1)), new(shopIBAN))
		if (err == nil) != want {
			t.Errorf("%s: %v", version, err)
		}
	}
}

func TestFilesThatAreNoStatements(t *testing.T) {
	t.Parallel()
	camt, csv := sample(t, "sparkasse_camt_053_001_02.xml"), sample(t, "sparkasse.csv")
	replaced := func(old, by string) string {
		if !strings.Contains(camt, old) {
			t.Fatalf("the sample has no %s", old)
		}
		return strings.Replace(camt, old, by, 1)
	}
	row := func(cells string) string { return "Account;Date;Amount;Purpose\n" + cells }
	const broken, other = fault.BadFormat, fault.NotAllowed
	for _, c := range []struct {
		file string
		iban *string
		code fault.Code
		says string
	}{
		{camt, new("DE89370400440532013000"), other, "is of another account than the shop's"},
		{csv, new("DE89370400440532013000"), other, "is of another account than the shop's"},
		{camt, nil, other, "can't be compared with the shop's account: the settings have no IBAN"},
		{camt[:len(camt)-30], new(shopIBAN), broken, ": is not whole XML"},
		{camt[:2000], new(shopIBAN), broken, "is not whole XML"},
		{camt + "<more/>", new(shopIBAN), broken, "is no statement of camt.053"},
		{camt + "more", new(shopIBAN), broken, "is not whole XML"},
		{replaced("<Sts>BOOK</Sts>", "<Sts>BOOK</Status>"), new(shopIBAN), broken, "is not whole XML"},
		{replaced("<Id><IBAN>"+shopIBAN+"</IBAN></Id>", "<Id><Othr><Id>1</Id></Othr></Id>"), new(shopIBAN), broken, "names no account"},
		{"<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\"><BkToCstmrStmt/></Document>", new(shopIBAN), broken,
			"names no account"},
		{"<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\"><BkToCstmrStmt><Stmt/></BkToCstmrStmt></Document>",
			new(shopIBAN), broken,
			"names no account"},
		{replaced(">58.87<", ">58,87<"), new(shopIBAN), broken, "has an amount that is none"},
		{replaced(">58.87<", ">58.871<"), new(shopIBAN), broken, "has an amount that is none"},
		{replaced("<Dt>2026-11-19</Dt></BookgDt>", "<Dt>19.11.2026</Dt></BookgDt>"), new(shopIBAN), broken, "has a day that is none"},
		{replaced("<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<!DOCTYPE Document SYSTEM \"http://x.example/x.dtd\">"), new(shopIBAN), broken,
			"must not have a document type (DTD)"},
		{replaced("encoding=\"UTF-8\"", "encoding=\"EBCDIC\""), new(shopIBAN), broken, ""},
		{replaced("Jana Lindner", "&jana;"), new(shopIBAN), broken, "is not whole XML"},
		{replaced("Jana Lindner", "\xFF"), new(shopIBAN), broken, "is not whole XML"},
		{"<html><body>Not found</body></html>", new(shopIBAN), broken, "is no statement of camt.053"},
		{"", new(shopIBAN), broken, "must begin with a line of column names"},
		{"%PDF-1.7\x00", new(shopIBAN), broken, "is neither XML nor CSV"},
		{"name,price\nTea,1\n", new(shopIBAN), broken, "the first line has none of: Auftragskonto, Account"},
		{row(""), new(shopIBAN), broken, "names no account"},
		{row(";2026-11-20;1;x"), new(shopIBAN), broken, "line 2: names no account"},
		{row(shopIBAN + ";2026-11-20;1;x\nDE89370400440532013000;2026-11-20;1;x"), new(shopIBAN), broken, "line 3: is of several accounts"},
		{row(shopIBAN + ";2026-11-20;1"), new(shopIBAN), broken, "line 2: has 3 cells, and the first line 4"},
		{row(shopIBAN + ";2026-11-20;1;\"x"), new(shopIBAN), broken, "is not CSV"},
		{row(shopIBAN + ";2026-11-20;1;x\n" + shopIBAN + ";2026-11-20;1;"), new(shopIBAN), broken, "line 3: is cut off"},
		{"Account;Date;Amount;Purpose;Currency\n" + shopIBAN + ";2026-11-20;1;x;EU", new(shopIBAN), broken, "line 2: is cut off"},
		{"Account;Date;Amount;Purpose;Currency\n" + shopIBAN + ";2026-11-20;1;x;", new(shopIBAN), broken, "line 2: is cut off"},
		{row(shopIBAN + ";2026-11-31;1;x"), new(shopIBAN), broken, "line 2: has a day that is none"},
		{row(shopIBAN + ";2026-11-20;one;x"), new(shopIBAN), broken, "line 2: must be an amount like 12.90 or 12,90"},
		{row(shopIBAN + ";2026-11-20;1.299;x"), new(shopIBAN), broken, "line 2: may be 1299 or 1.299"},
	} {
		_, err := readStatement(strings.NewReader(c.file), c.iban)
		field := faultOf(err)
		if got := field.Detail.English(field.Args...); field.Pointer != "/file" || field.Code != c.code || !strings.Contains(got, c.says) {
			t.Errorf("%.60q: %s %q, want %s %q", c.file, field.Code, got, c.code, c.says)
		}
	}
}

// faultOf is the one fault of a validation error.
func faultOf(err error) fault.Field {
	var invalid *fault.Fault
	if !errors.As(err, &invalid) || len(invalid.Fields) != 1 {
		return fault.Field{}
	}
	return invalid.Fields[0]
}

// A file has no more transfers than one transaction can keep.
func TestTransfersOfAFile(t *testing.T) {
	t.Parallel()
	csv := func(rows int) string {
		return "Account;Date;Amount;Purpose\n" + strings.Repeat(shopIBAN+";2026-11-20;1;x\n", rows)
	}
	camt := func(entries int) string {
		one := statementOf(came{cents: 100})
		i, j := strings.Index(one, "<Ntry>"), strings.Index(one, "</Stmt>")
		return one[:i] + strings.Repeat(`<Ntry><Amt Ccy="EUR">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt>`+
			`</BookgDt></Ntry>`, entries) + one[j:]
	}
	for name, file := range map[string]func(int) string{"csv": csv, "camt": camt} {
		if f, err := readStatement(strings.NewReader(file(maxTransfers)), new(shopIBAN)); err != nil || len(f.Transfers) != maxTransfers {
			t.Errorf("%s: %v", name, err)
		}
		_, err := readStatement(strings.NewReader(file(maxTransfers+1)), new(shopIBAN))
		if got := faultOf(err); got.Code != fault.TooLong || !strings.Contains(got.Detail.English(got.Args...), "has more than 20000 entries") {
			t.Errorf("%s, one more: %v", name, err)
		}
	}
}

// What is no credit in EUR is counted, however its amount is written. A batch is as many transfers
// as it has transactions: one without an amount has the rest. Where the amounts are said in the
// payers' currency, it is one.
func TestAmountsOfABatch(t *testing.T) {
	t.Parallel()
	const head = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>` + shopIBAN +
		`</IBAN></Id></Acct>`
	entry := func(currency, amount, details string) string {
		return head + `<Ntry><Amt Ccy="` + currency + `">` + amount + `</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt>` +
			`<Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>R</AcctSvcrRef><NtryDtls>` + details + `</NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`
	}
	detail := func(number, amount string) string {
		return `<TxDtls><Refs><EndToEndId>ORD-000000000` + number + `</EndToEndId></Refs>` + amount + `</TxDtls>`
	}
	in := func(currency, amount string) string {
		return `<AmtDtls><TxAmt><Amt Ccy="` + currency + `">` + amount + `</Amt></TxAmt></AmtDtls>`
	}
	const none = shopIBAN + " - -, 1 skipped"
	of := func(lines ...string) string {
		return strings.Join(append([]string{shopIBAN + " 2026-11-20 2026-11-20, 0 skipped"}, lines...), "\n")
	}
	csv := func(currency, amount string) string {
		return "Account;Date;Amount;Purpose;Currency\n" + shopIBAN + ";2026-11-20;" + amount + ";x;" + currency + "\n"
	}
	for name, c := range map[string]struct{ file, want string }{
		"dinars":         {entry("KWD", "12.345", ""), none},
		"dinars, as CSV": {csv("KWD", "12.345"), none},
		"a part without an amount": {entry("EUR", "6.00", detail("1", in("EUR", "1.00"))+detail("2", "")+detail("3", in("EUR", "2.50"))),
			of("R|2026-11-20|1.00||||ORD-0000000001", "R/2|2026-11-20|2.50||||ORD-0000000002", "R/3|2026-11-20|2.50||||ORD-0000000003")},
		"a part in another currency": {entry("EUR", "6.00", detail("1", in("EUR", "1.00"))+detail("2", in("USD", "5.80"))),
			of("R|2026-11-20|1.00||||ORD-0000000001", "R/2|2026-11-20|5.00||||ORD-0000000002")},
		"parts in another currency": {entry("EUR", "6.00", detail("1", in("USD", "1.16"))+detail("2", in("KWD", "1.801"))),
			of("R|2026-11-20|6.00||||ORD-0000000001+ORD-0000000002")},
		"parts without amounts": {entry("EUR", "6.00", detail("1", "")+detail("2", "")),
			of("R|2026-11-20|6.00||||ORD-0000000001+ORD-0000000002")},
		"parts that are more than the whole": {entry("EUR", "6.00", detail("1", in("EUR", "6.00"))+detail("2", "")),
			of("R|2026-11-20|6.00||||ORD-0000000001+ORD-0000000002")},
	} {
		f, err := readStatement(strings.NewReader(c.file), new(shopIBAN))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := said(f); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

// A column of CSV has any of its names, in any case; others are left aside. What is needed is
// there.
func TestColumnsOfCSV(t *testing.T) {
	t.Parallel()
	const row = shopIBAN + ";20.11.2026;7,00;%s;Danke;Ada;DE3;R-%[1]s;more\n"
	rows := fmt.Sprintf(row, "EUR") + fmt.Sprintf(row, "USD")
	for _, header := range []string{
		"Auftragskonto;Buchungstag;Betrag;Währung;Verwendungszweck;Name;IBAN;Referenz;Info",
		"ACCOUNT;booking date;AMOUNT;Currency;Payment reference;Payer;Kontonummer/IBAN;Reference;Memo",
		"Account;Date;Amount;waehrung;Purpose;Beguenstigter/Zahlungspflichtiger;iban;reference;Memo",
		"Auftragskonto;Buchungstag;Betrag;Currency;Purpose;Auftraggeber;IBAN;Referenz;Memo",
	} {
		f, err := readStatement(strings.NewReader(header+"\n"+rows), new(shopIBAN))
		if err != nil {
			t.Errorf("%s: %v", header, err)
			continue
		}
		if got := said(f); got != shopIBAN+" 2026-11-20 2026-11-20, 1 skipped\nR-EUR|2026-11-20|7.00|Ada|DE3|Danke|" {
			t.Errorf("%s: %s", header, got)
		}
	}
	const needed = "Account;Date;Amount;Purpose"
	for name := range strings.SplitSeq(needed, ";") {
		file := strings.Replace(needed, name, "Memo", 1) + "\n" + shopIBAN + ";2026-11-20;1;x\n"
		_, err := readStatement(strings.NewReader(file), new(shopIBAN))
		if got := faultOf(err); got.Code != fault.BadFormat || !strings.Contains(got.Detail.English(got.Args...), name) {
			t.Errorf("without %s: %v", name, err)
		}
	}
}

func TestAmountsOfCSV(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"12,5": "12.50", "+12.50": "12.50", "1.234,56": "1234.56", "-3": "3.00-", "3,00-": "3.00-", "− 3,00": "3.00-", "€ 7": "7.00",
		"-0": "0.00-",
	} {
		amount, isDebit, err := csvAmountOf(cell)
		got := amount.String()
		if isDebit {
			got += "-"
		}
		if err != nil || got != want {
			t.Errorf("%q: %s, %v, want %s", cell, got, err, want)
		}
	}
}

// A number is found as people and banks write it.
func TestOrderNumbersInTexts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"ORD-4071826651":                      {"ORD-4071826651"},
		"ord4071826651":                       {"ORD-4071826651"},
		"Re. O R D - 40718-26651.":            {"ORD-4071826651"},
		"BestellungORD407182\n665120.11.2026": {"ORD-4071826651"},
		"ORD\u201140718\u00a026651":           {"ORD-4071826651"},
		"ORD-4071826651 und ORD 4071826652":   {"ORD-4071826651", "ORD-4071826652"},
		"ORD-4071826651, ord-4071826651":      {"ORD-4071826651"},
		"ORD-407182665":                       nil,
		"4071826651":                          nil,
		"ORD-40718x26651":                     nil,
	} {
		if got := orderNumbers(transfer{Text: text}); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	if got := orderNumbers(transfer{Text: "ORD-4071826651", EndToEndID: "ORD4071826652"}); len(got) != 2 {
		t.Errorf("%v", got)
	}
}

// However much a transfer says, it names no more orders than one statement can look for.
func TestOrderNumbersOfALongTransfer(t *testing.T) {
	t.Parallel()
	var many strings.Builder
	for n := range 2000 {
		fmt.Fprintf(&many, "ORD%010d ", n)
	}
	file := statementOf(came{reference: "R-1", cents: 100, text: many.String(), name: "Ada"})
	file = strings.Replace(file, "<RltdPties>", "<Refs><EndToEndId>"+many.String()+"</EndToEndId></Refs><RltdPties>", 1)
	f, err := readStatement(strings.NewReader(file), new(shopIBAN))
	if err != nil || len(f.Transfers) != 1 {
		t.Fatal(f, err)
	}
	if n := len(orderNumbers(f.Transfers[0])); n == 0 || n > 100 {
		t.Errorf("%d orders", n)
	}
}

// Files that are made to need memory are refused, and need no more than their size explains.
func TestMemoryOfStatements(t *testing.T) { //nolint:paralleltest // it measures
	const head = "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\"><BkToCstmrStmt><Stmt>"
	bomb := "<!DOCTYPE lolz [<!ENTITY lol \"lol\">"
	for i := range 9 {
		bomb += fmt.Sprintf("<!ENTITY lol%d \"%s\">", i, strings.Repeat(fmt.Sprintf("&lol%d;", i-1), 10))
	}
	fill := func(piece string) string { return strings.Repeat(piece, maxStatement/len(piece)) }
	for name, file := range map[string]string{
		"entities": bomb + "]>" + head + "&lol8;", "depth": head + fill("<a>"), "depth of an entry": head + "<Ntry>" + fill("<a>"),
		"attributes": head + "<a" + fill(" a=\"\""), "attributes with ends of tags": head + "<a" + fill(" a=\">\""),
		"comment": head + "<!--" + fill("x"),
		"text":    head + "<Ntry><AddtlNtryInf>" + fill("x"), "csv": "Account;Date;Amount;Purpose\n" + fill("\""),
	} {
		grown := allocatedBy(func() {
			if _, err := readStatement(strings.NewReader(file), new(shopIBAN)); faultOf(err).Code != fault.BadFormat {
				t.Errorf("%s: %.200v", name, err)
			}
		})
		if grown > 24*maxStatement { // 14 in the worst of them, 18 under the race detector
			t.Errorf("%s: %d MiB allocated", name, grown>>20)
		}
	}
}

func allocatedBy(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func FuzzStatement(f *testing.F) {
	for _, name := range []string{"sparkasse_camt_053_001_02.xml", "bank_camt_053_001_08.xml", "sparkasse.csv"} {
		text, err := os.ReadFile("testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := readStatement(io.LimitReader(strings.NewReader(text), maxStatement), new(shopIBAN))
		if err != nil {
			if faultOf(err).Pointer != "/file" {
				t.Errorf("%v", err)
			}
			return
		}
		for _, tr := range s.Transfers {
			if tr.Amount <= 0 || tr.Reference == "" || len(tr.BookedOn) != len("2026-11-20") {
				t.Errorf("%+v", tr)
			}
		}
	})
}
