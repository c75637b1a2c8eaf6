package identity

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/test/kit"
)

const (
	newShopify = "Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1," +
		"Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code," +
		"Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags\n"
	oldShopify = "First Name,Last Name,Email,Accepts Marketing,Company,Address1,Address2,City,Province,Province Code,Country," +
		"Country Code,Zip,Phone,Total Spent,Total Orders,Tags,Note,Tax Exempt\n"
)

func TestImportOfShopifyCustomers(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin, _ := h.As(t, auth.RoleAdmin)
		done := h.importCustomers(t, admin, newShopify+
			"'7041,Ada,Lovelace,ada@example.com,yes,,Unter den Linden 1,,Berlin,,DE,'10117,'+49301,'+4930123,no,10.00,1,\"A\nnote\",no,"+
			"\"vip, Wholesale\"\n"+
			"'7042,,,bob@example.com,no,,,,,,DE,,,,no,0.00,0,,no,wholesale-interest\n"+
			"'7043,Eve,,eve@example.com,no,,Kai 1,,Hamburg,,,20457,,,no,0.00,0,,no,\n"+
			"'7044,No,Email,,no,,,,,,,,,,no,0.00,0,,no,\n", 3, 0, 0, 1)
		done.RequireFields(t, kit.Fields{"format": "shopify", "ignoredColumns.#": 7, "ignoredColumns.0": "Customer ID"})
		requireFaults(t, done, "6 Email required")
		requireWarnings(t, done, "2 businessName", "4 fullName", "5 Default Address Address1")
		requireLength(t, h.addressesAs(t, admin, "ada@example.com"), 1).RequireFields(t, kit.Fields{
			"0.fullName": "Ada Lovelace", "0.postalCode": "10117", "0.phone": "+49301",
		})
		if u := h.user(t, "ada@example.com"); *u.Phone != "+4930123" || u.AccountType != "wholesale" || *u.BusinessName != "Ada Lovelace" {
			t.Errorf("%+v", u)
		}
		if u := h.user(t, "bob@example.com"); u.FullName != "bob" || u.AccountType != "retail" {
			t.Errorf("%+v", u)
		}
		requireLength(t, h.addressesAs(t, admin, "eve@example.com"), 0)
		h.importCustomers(t, admin, oldShopify+
			"Carol,Shaw,carol@example.com,yes,Activision,Kai 1,2. Stock,Hamburg,Hamburg,HH,Germany,DE,'20457,'+4940,9,1,,,no\n", 1, 0, 0, 0).
			RequireFields(t, kit.Fields{"format": "shopify", "warnings.#": 0})
		h.addressesAs(t, admin, "carol@example.com").RequireFields(t, kit.Fields{"0.company": "Activision", "0.line2": "2. Stock"})
	})
}

// Files of WooCommerce and its plugins, as spreadsheets save them: with semicolons, in UTF-8 with a
// mark, in UTF-16 and in Windows-1252, and as a workbook.
func TestImportOfWooCommerceCustomers(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin, _ := h.As(t, auth.RoleAdmin)
		file := func(n int) string {
			return "ID;user_login;user_email;first_name;last_name;role;billing_first_name;billing_last_name;billing_company;" +
				"billing_address_1;billing_city;billing_postcode;billing_country;billing_phone;shipping_first_name;shipping_last_name;" +
				"shipping_address_1;shipping_city;shipping_postcode;shipping_country\n" +
				fmt.Sprintf("1;ada;ada%d@example.com;Ada;O'Brien;wholesale_customer;Ada;Müller;Käse & Söhne;Straße 1;Köln;50667;DE;0221 1;"+
					"Bob;;Weg 2;Wien;1010;AT\n"+
					"2;eve;eve%d@example.com;Eve;;customer;Eve;;;Straße 2;Köln;50667;DE;;Eve;;straße 2;KÖLN;50667;DE\n", n, n)
		}
		latin, err := charmap.Windows1252.NewEncoder().String(file(3))
		if err != nil {
			t.Fatal(err)
		}
		var wide strings.Builder
		for _, unit := range utf16.Encode([]rune("\uFEFF" + strings.ReplaceAll(file(4), ";", "\t"))) {
			wide.Write([]byte{byte(unit), byte(unit >> 8)})
		}
		var rows [][]string
		for row := range strings.Lines(file(5)) {
			rows = append(rows, strings.Split(strings.TrimSpace(row), ";"))
		}
		for n, text := range []string{file(1), "\uFEFF" + file(2), latin, wide.String(), kit.Workbook(t, rows...)} {
			h.importCustomers(t, admin, text, 2, 0, 0, 0).RequireFields(t, kit.Fields{
				"format": "woocommerce", "warnings.#": 0, "ignoredColumns.#": 2,
			})
			ada := h.user(t, fmt.Sprintf("ada%d@example.com", n+1))
			if ada.FullName != "Ada O'Brien" || *ada.BusinessName != "Käse & Söhne" || *ada.Phone != "0221 1" {
				t.Errorf("%d: %+v", n+1, ada)
			}
			requireLength(t, h.addressesAs(t, admin, ada.Email), 2).RequireFields(t, kit.Fields{
				"0.fullName": "Ada Müller", "0.line1": "Straße 1", "0.isDefault": true, "1.fullName": "Bob", "1.city": "Wien",
			})
			requireLength(t, h.addressesAs(t, admin, fmt.Sprintf("eve%d@example.com", n+1)), 1)
		}
		h.importCustomers(t, admin, "Name,Username,Last active,Date registered,Email,Orders,Total spend,AOV,Country / Region,City,Region,"+
			"Postal code\nCarol O&#039;Shaw,carol,2024-01-02,2023-01-02,carol@example.com,3,99.00,33.00,DE,Hamburg,DE-HH,20457\n", 1, 0, 0, 0).
			RequireFields(t, kit.Fields{"format": "woocommerce", "warnings.#": 1, "ignoredColumns.#": 6})
		requireLength(t, h.addressesAs(t, admin, "carol@example.com"), 0)
		if u := h.user(t, "carol@example.com"); u.FullName != "Carol O'Shaw" {
			t.Errorf("%+v", u)
		}
	})
}

// The roles of wholesale customers are known by their names: those of who has applied, or was
// refused, make none, with a warning.
func TestImportOfWholesaleRoles(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin, _ := h.As(t, auth.RoleAdmin)
		roles := []string{
			"wholesale_customer", "customer|Wholesale Customer", "\"subscriber, wholesale_buyer\"", "default_wholesaler",
			"customer", "wholesale_pending", "non_wholesale", "customer|unapproved_wholesale", "Wholesale Rejected",
		}
		var file strings.Builder
		file.WriteString("user_login,user_email,first_name,last_name,role\n")
		for i, role := range roles {
			fmt.Fprintf(&file, "u%d,u%d@example.com,U,%d,%s\n", i, i, i, role)
		}
		done := h.importCustomers(t, admin, file.String(), len(roles), 0, 0, 0)
		requireWarnings(t, done, "2 businessName", "3 businessName", "4 businessName", "5 businessName",
			"7 role", "8 role", "9 role", "10 role")
		for i, role := range roles {
			u := h.user(t, fmt.Sprintf("u%d@example.com", i))
			if (u.AccountType == events.WholesaleAccount) != (i < 4) {
				t.Errorf("%s makes a %s account", role, u.AccountType)
			}
		}
	})
}

// A column that is not known is left out, one that is nearly known is refused, and all that is
// wrong is named at once.
func TestImportOfColumnsOfCustomers(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin, _ := h.As(t, auth.RoleAdmin)
		csv := admin.With("Content-Type", "text/csv")
		csv.Do(t, "POST", customerImport, "\"Email\",Shoe size,Name,,\nA@example.com,43,A,,\n").Require(t, 200).
			RequireFields(t, kit.Fields{"created": 1, "ignoredColumns.#": 1, "ignoredColumns.0": "Shoe size"})
		csv.Do(t, "POST", customerImport, "sep=;\nE-Mail;Vorname;Nachname;PLZ\na@example.com;A;B;\n").Require(t, 200).
			RequireFields(t, kit.Fields{"unchanged": 1})
		for header, faults := range map[string]int{
			"": 1, "name,phone": 1, "emial,name": 2, "email,fulName,postalcod,citty": 3, "email,name,Name": 1, "\"email": 1,
			"email" + strings.Repeat(",x", 10_000): 1, "email" + strings.Repeat(",city", 300): 100,
		} {
			var v struct{ Errors []fault.Field }
			csv.Do(t, "POST", customerImport, header+"\nx,y\n").Require(t, 422, "validation_failed").Decode(t, &v)
			if len(v.Errors) != faults {
				t.Errorf("%.40s: %+v", header, v.Errors)
			}
		}
		csv.Do(t, "POST", customerImport+"?format=shopify", "Email,emial\nb@example.com,x\n").Require(t, 200).
			RequireFields(t, kit.Fields{"created": 1, "format": "shopify"})
	})
}

// Whatever a file holds, it is read as text within limits, or refused; what is refused has no
// effect.
func TestImportOfHostileCustomers(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin, _ := h.As(t, auth.RoleAdmin)
		csv := admin.With("Content-Type", "text/csv")
		before := h.count(t, "identity_users")
		cells := func(xml string) string { return "<worksheet><sheetData>" + xml + "</sheetData></worksheet>" }
		for name, file := range map[string]string{
			"a formula": kit.WorkbookWith(t, cells(`<row><c t="inlineStr"><is><t>email</t></is></c></row>`+
				`<row><c><f>WEBSERVICE("http://e.example")</f><v>a@example.com</v></c></row>`), "<sst/>"),
			"a bomb": kit.WorkbookWith(t, cells(strings.Repeat(`<row><c t="s"><v>0</v></c></row>`, 300)),
				"<sst><si><t>"+strings.Repeat("x", 500<<10)+"</t></si></sst>"),
			"wide":   kit.WorkbookWith(t, cells(`<row>`+strings.Repeat(`<c><v>1</v></c>`, 10_000)+`</row>`), "<sst/>"),
			"broken": "PK\x03\x04" + strings.Repeat("x", 600), "of an old format": "\xd0\xcf\x11\xe0" + strings.Repeat("x", 600),
			"nothing but NUL": strings.Repeat("\x00", 1000), "a row without an end": strings.Repeat(",", 1<<20),
		} {
			if got := csv.Do(t, "POST", customerImport, file); got.Status != 422 {
				t.Errorf("%s: %d %s", name, got.Status, got.Body)
			}
		}
		done := h.importCustomers(t, admin, "email,name,phone\n"+
			"=cmd|'/C calc'!A0@example.com,\"=HYPERLINK(\"\"https://e.example\"\")\",1\n"+
			"b@example.com,<script>alert(1)</script>,'; DROP TABLE identity_users; --\n"+
			"c@example.com,"+strings.Repeat("x", 300<<10)+",1\n"+
			"d@example.com,\u202Egnp.exe,1\n"+
			"e@example.com,E,\""+strings.Repeat("1\n", 300<<10)+"\"\n"+
			"f@example.com,F,1\n", 1, 0, 0, 4)
		requireFaults(t, done, "2 email bad_format", "4 name too_long", "5 name bad_format", "6  too_long")
		if h.count(t, "identity_users") != before+1 {
			t.Error("what was refused has an effect")
		}
	})
}

// Two imports of one file at once make no one twice, and neither fails.
func TestImportsOfCustomersAtOnce(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		const people = 60
		var forth, back strings.Builder
		forth.WriteString("email,name,street,zip,city,country\n")
		back.WriteString("email,name,street,zip,city,country\n")
		for i := range people {
			row := func(i int) string { return fmt.Sprintf("p%02d@example.com,P,Street %d,10117,Berlin,DE\n", i, i) }
			forth.WriteString(row(i))
			back.WriteString(row(people - 1 - i))
		}
		processes := h.processes(t)
		before := h.count(t, "identity_users")
		results := kit.AtOnce(4, func(i int) int {
			p := processes[i%len(processes)]
			admin, _ := p.As(t, auth.RoleAdmin)
			file := forth.String()
			if i >= 2 {
				file = back.String()
			}
			got, err := admin.With("Content-Type", "text/csv").Try("POST", customerImport, file)
			if err != nil || got.Status != 200 || got.Number("created")+got.Number("unchanged") != people {
				t.Errorf("%v %d %s", err, got.Status, got.Body)
				return -1
			}
			return int(got.Number("created"))
		})
		created := 0
		for made, times := range results {
			created += made * times
		}
		if users := h.count(t, "identity_users") - before; users != people || created != people {
			t.Errorf("%d accounts, %d are reported", users, created)
		}
		if n := h.count(t, "identity_addresses"); n != people {
			t.Errorf("%d addresses", n)
		}
	})
}

// A large file is read row by row and saved in batches: of its 40 MB next to nothing is held in
// memory.
func TestImportOfManyCustomers(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		const people, mostBytes = 10_000, 20 << 20
		file, err := os.Create(filepath.Join(t.TempDir(), "customers.csv"))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		fmt.Fprintln(file, "email,name,street,zip,city,country,about")
		for i, about := 0, strings.Repeat("x", 4000); i < people; i++ {
			fmt.Fprintf(file, "p%d@example.com,Person %d,Street %d,10117,Berlin,DE,%s\n", i, i, i, about)
		}
		size, err := file.Seek(0, io.SeekEnd)
		if err != nil {
			t.Fatal(err)
		}
		held := func() int64 {
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			return int64(m.HeapAlloc)
		}
		before := held()
		i := customerImporter{db: h.DB, clock: h.Clock, keys: kit.Pseudonyms, locale: "en"}
		if err := i.read(t.Context(), io.NewSectionReader(file, 0, size)); err != nil {
			t.Fatal(err)
		}
		// Tests beside this one hold memory, too, for a while.
		kit.Eventually(t, "the file is not held", func() error {
			if grown := held() - before; grown > mostBytes {
				return fmt.Errorf("%s: %d MB of a file of %d MB are held", database.Dialect(h.DB), grown>>20, size>>20)
			}
			return nil
		})
		if v := i.view(); v.Created != people || v.Failed != 0 {
			t.Errorf("%+v", v)
		}
		admin, _ := h.As(t, auth.RoleAdmin)
		if n := strings.Count(string(admin.Do(t, "GET", customerExport, nil).Require(t, 200).Body), "\n"); n != people+1 {
			t.Errorf("%d lines in the export", n)
		}
	})
}

// A file with more customers than that is refused whole; more rows of those that it has are not.
func TestImportOfTooManyCustomers(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin, _ := h.As(t, auth.RoleAdmin)
		var file strings.Builder
		file.WriteString("email\n")
		for i := range maxCustomers + 1 {
			fmt.Fprintf(&file, "%d@e.io\n", i)
		}
		before := h.count(t, "identity_users")
		refused := admin.With("Content-Type", "text/csv").Do(t, "POST", customerImport, file.String())
		refused.Require(t, 422, "validation_failed").RequireFields(t, kit.Fields{
			"errors.0.detail": "has more than 100000 customers: split the file",
		})
		if h.count(t, "identity_users") != before {
			t.Error("what was refused has an effect")
		}
	})
}
