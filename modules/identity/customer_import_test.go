package identity

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

const (
	customerImport = "/v1/admin/customers/import"
	customerExport = "/v1/admin/customers/export"
	ownColumns     = "email,fullName,phone,locale,wholesale,businessName,label,addressName,company,addressPhone,line1,line2," +
		"postalCode,city,state,country,isDefault\n"
)

// importCustomers imports a file, and wants the numbers of customers that were created, updated and
// unchanged, and of rows that failed. Before, it makes a dry run, and wants the same report of it.
func (h *harness) importCustomers(t *testing.T, admin *kit.API, file string, created, updated, unchanged, failed int) kit.Answer {
	t.Helper()
	csv := admin.With("Content-Type", "text/csv")
	before := h.count(t, "identity_users")
	dry := csv.Do(t, "POST", customerImport+"?dryRun=true", file).Require(t, 200)
	if after := h.count(t, "identity_users"); after != before {
		t.Errorf("the dry run made %d accounts", after-before)
	}
	got := csv.Do(t, "POST", customerImport, file).Require(t, 200)
	if a, b := customerReport(t, dry), customerReport(t, got); !reflect.DeepEqual(a, b) {
		t.Errorf("the dry run says %+v, the import %+v", a, b)
	}
	want := kit.Fields{"created": created, "updated": updated, "unchanged": unchanged, "failed": failed}
	return got.RequireFields(t, want)
}

// customerReport is the report of an import without its id.
func customerReport(t *testing.T, a kit.Answer) (v customerImportView) {
	t.Helper()
	a.Decode(t, &v)
	v.ID = ""
	return v
}

// requireFaults wants the errors of an import, as texts like "2 email bad_format".
func requireFaults(t *testing.T, a kit.Answer, want ...string) {
	t.Helper()
	var got []string
	for _, e := range customerReport(t, a).Errors {
		got = append(got, fmt.Sprint(e.Line, " ", textOf(e.Column), " ", e.Code))
	}
	if !slices.Equal(got, want) {
		t.Errorf("errors\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// requireWarnings wants the lines and columns of the warnings.
func requireWarnings(t *testing.T, a kit.Answer, want ...string) {
	t.Helper()
	var got []string
	for _, w := range customerReport(t, a).Warnings {
		got = append(got, fmt.Sprint(w.LineOrFirst(), " ", textOf(w.Column)))
	}
	if !slices.Equal(got, want) {
		t.Errorf("warnings %q, want %q", got, want)
	}
}

// addressesAs are the addresses of the account of the email.
func (h *harness) addressesAs(t *testing.T, admin *kit.API, email string) kit.Answer {
	t.Helper()
	return admin.Do(t, "GET", "/v1/admin/users/"+h.user(t, email).ID+"/addresses", nil).Require(t, 200)
}

// requireLength wants a list of n.
func requireLength(t *testing.T, list kit.Answer, n int) kit.Answer {
	t.Helper()
	var got []any
	if list.Require(t, 200).Decode(t, &got); len(got) != n {
		t.Errorf("%d, not %d: %s", len(got), n, list.Body)
	}
	return list
}

// A person who is imported has an account without a password: nothing is mailed, nobody gets in
// without the mailbox, and its owner does with a code.
func TestImportOfCustomers(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin, _ := h.As(t, auth.RoleAdmin)
		log := eventbustest.Record(t, h.DB)
		csv := admin.With("Content-Type", "text/csv")
		done := csv.Do(t, "POST", customerImport, ownColumns+
			"Ada@Example.com,Ada Lovelace,+49 30 1,de,true,Analytical Engines Ltd,Home,,,,Unter den Linden 1,,10117,Berlin,,de,\n"+
			"bob@example.com,Bob,,,,,,,,,,,,,,,\n").Require(t, 200)
		done.RequireFields(t, kit.Fields{"rows": 2, "saved": 2, "created": 2, "format": "orderd", "errors.#": 0, "warnings.#": 0})
		ada := h.user(t, "ada@example.com")
		if got := eventNames(log); got != "account_created account_created address_saved customers_imported" {
			t.Errorf("events: %s", got)
		}
		created := eventbustest.Of[events.AccountCreated](log)[0]
		if created.Origin != events.OriginImport || created.AccountType != events.WholesaleAccount || created.Locale != "de" {
			t.Errorf("%+v", created)
		}
		if ada.PasswordHash != nil || ada.EmailVerifiedAt != nil {
			t.Error("an imported account is verified")
		}
		imported := eventbustest.Of[events.CustomersImported](log)
		if len(imported) != 1 || imported[0].Created != 2 || imported[0].ImportID != done.Text("id") {
			t.Errorf("%+v", imported)
		}

		h.login(t, ada.Email, goodPassword).Require(t, 401, "invalid_credentials")
		_, code := h.register(t, ada.Email) // by a stranger, who has no code
		h.login(t, ada.Email, goodPassword).Require(t, 403, "email_not_verified")
		h.post(t, "verify-email", object{"email": ada.Email, "code": wrong(code)}).Require(t, 400, "invalid_code")
		if u := h.user(t, ada.Email); u.verified() || h.count(t, "identity_sessions") != 0 {
			t.Error("a stranger is in the account")
		}
		h.post(t, "forgot-password", object{"email": ada.Email}).Require(t, 202)
		owner := h.session(t, h.post(t, "set-password",
			object{"email": ada.Email, "code": h.codeOf(t, "user_id", ada.ID), "password": goodPassword}))
		verifiedProfile(t, owner).RequireFields(t, kit.Fields{
			"id": ada.ID, "accountType": "wholesale", "businessName": "Analytical Engines Ltd", "phone": "+49 30 1", "locale": "de",
		})
		requireLength(t, owner.Do(t, "GET", addresses, nil), 1).RequireFields(t, kit.Fields{
			"0.fullName": "Ada Lovelace", "0.label": "Home", "0.country": "DE", "0.isDefault": true,
		})
		_, code = h.register(t, "bob@example.com") // by its owner, who has the code
		bob := h.session(t, h.post(t, "verify-email", object{"email": "bob@example.com", "code": code}))
		if verifiedProfile(t, bob); bob.ID != h.user(t, "bob@example.com").ID || h.count(t, "identity_users") != 2 {
			t.Error("the owner got another account")
		}
	})
}

func TestWhoMayImportCustomers(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		const file = "email,name\na@example.com,A\n"
		anyone, admin := h.API.With("Content-Type", "text/csv"), h.admin(t, "admin@example.com")
		anyone.Do(t, "POST", customerImport, file).Require(t, 401, "unauthenticated")
		anyone.Do(t, "GET", customerExport, nil).Require(t, 401, "unauthenticated")
		ada := h.customer(t, "ada@example.com")
		ada.With("Content-Type", "text/csv").Do(t, "POST", customerImport, file).Require(t, 403, "forbidden")
		ada.Do(t, "GET", customerExport, nil).Require(t, 403, "forbidden")
		reader, _ := h.AsKey(t, "customers:read")
		reader.With("Content-Type", "text/csv").Do(t, "POST", customerImport, file).Require(t, 403, "forbidden")
		reader.Do(t, "GET", customerExport, nil).Require(t, 200)

		csv := admin.With("Content-Type", "text/csv")
		csv.Do(t, "POST", customerImport+"?format=magento", file).Require(t, 422, "validation_failed")
		once := csv.With("Idempotency-Key", "one")
		first, second := once.Do(t, "POST", customerImport, file).Require(t, 200), once.Do(t, "POST", customerImport, file).Require(t, 200)
		if string(first.Body) != string(second.Body) {
			t.Errorf("%s, then %s", first.Body, second.Body)
		}
	})
}

// A file makes wholesale customers only for who may decide on applications: for others all else of
// a row is taken over, with a warning.
func TestWhoMayImportWholesaleCustomers(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada := h.customer(t, "ada@example.com")
		h.approve(t, "carol@example.com")
		const file = "email,name,wholesale\nada@example.com,Ada,yes\nbob@example.com,Bob,yes\ncarol@example.com,Carol,yes\n" +
			"dora@example.com,Dora,no\n"
		writer, _ := h.AsKey(t, "customers:write")
		requireWarnings(t, h.importCustomers(t, writer, file, 2, 0, 2, 0), "2 wholesale", "3 wholesale")
		verifiedProfile(t, ada).RequireFields(t, kit.Fields{"accountType": "retail"})
		if u := h.user(t, "bob@example.com"); u.AccountType != events.RetailAccount || u.BusinessName != nil {
			t.Errorf("%+v", u)
		}
		tagged := newShopify + "'1,Eve,,eve@example.com,no,,,,,,DE,,,,no,0.00,0,,no,wholesale\n"
		requireWarnings(t, h.importCustomers(t, writer, tagged, 1, 0, 0, 0), "2 Tags")
		both, _ := h.AsKey(t, "customers:write", "wholesale:decide")
		h.importCustomers(t, both, file, 0, 2, 2, 0)
		verifiedProfile(t, ada).RequireFields(t, kit.Fields{"accountType": "wholesale"})
	})
}

// What the service exports it imports without a change, whatever names look like.
func TestImportOfOwnCustomers(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		ada := h.customer(t, "ada@xn--mller-kva.example")
		ada.Do(t, "PATCH", "/v1/users/me", object{"fullName": `=HYPERLINK("x")`, "phone": "+49 30 1"}).Require(t, 200)
		for _, line1 := range []string{"Unter den Linden 1", "unter den  Linden 1", "'@Platz, 2; hinten"} {
			street := someAddress()
			street["line1"], street["label"] = line1, "-1"
			ada.Do(t, "POST", addresses, street).Require(t, 201)
		}
		h.customer(t, "bob@example.com")
		h.approve(t, "carol@example.com")
		for _, language := range []string{"", "de", "en"} {
			file := admin.With("Accept-Language", language).Do(t, "GET", customerExport, nil).Require(t, 200)
			if got := file.Header.Get("Content-Disposition"); !strings.Contains(got, "customers.csv") {
				t.Error(got)
			}
			if text := string(file.Body); strings.Contains(text, "admin@") || !strings.Contains(text, "ada@müller.example") ||
				!strings.Contains(text, "'=HYPERLINK") || strings.Count(text, "ada@") != 2 {
				t.Errorf("%s", text)
			}
			log := eventbustest.Record(t, h.DB)
			h.importCustomers(t, admin.API, string(file.Body), 0, 0, 3, 0).RequireFields(t, kit.Fields{"rows": 4, "warnings.#": 0})
			if got := eventNames(log); got != "customers_imported" {
				t.Errorf("events: %s", got)
			}
		}
	})
}

// Of an account that exists the import fills what is missing; nothing else changes, and nobody is
// mailed or signed out.
func TestImportFillsWhatIsMissing(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		ada, bob := h.customer(t, "ada@example.com"), h.customer(t, "bob@example.com")
		bob.Do(t, "PATCH", "/v1/users/me", object{"phone": "+49 30 2"}).Require(t, 200)
		bob.Do(t, "POST", addresses, someAddress()).Require(t, 201)
		log := eventbustest.Record(t, h.DB)
		const rows = "Countess,+49 30 9,de,yes,,,Elsewhere,Kontor,,Am Kai 4,,20457,Hamburg,,DE,\n"
		file := ownColumns + "ADA@example.com," + rows + "bob@example.com,Robert,+49 30 9,de,no,,,,,,Am Kai 4,,20457,Hamburg,,DE,\n" +
			"admin@example.com," + rows
		done := h.importCustomers(t, admin.API, file, 0, 1, 2, 0)
		requireWarnings(t, done, "4 email")
		if got := eventNames(log); got != "account_type_changed address_saved customers_imported profile_changed profile_corrected" {
			t.Errorf("events: %s", got)
		}
		verifiedProfile(t, ada).RequireFields(t, kit.Fields{
			"fullName": "Ada Lovelace", "phone": "+49 30 9", "locale": "en", "accountType": "wholesale", "businessName": "Kontor",
		})
		requireLength(t, ada.Do(t, "GET", addresses, nil), 1).RequireFields(t, kit.Fields{"0.line1": "Am Kai 4", "0.isDefault": true})
		verifiedProfile(t, bob).RequireFields(t, kit.Fields{"fullName": "Ada Lovelace", "phone": "+49 30 2", "accountType": "retail"})
		requireLength(t, bob.Do(t, "GET", addresses, nil), 1).RequireFields(t, kit.Fields{"0.line1": "Unter den Linden 1"})
		verifiedProfile(t, admin).RequireFields(t, kit.Fields{"accountType": "retail", "phone": nil})
		done = h.importCustomers(t, admin.API, strings.ReplaceAll(file, "yes", "no"), 0, 0, 3, 0)
		requireWarnings(t, done, "4 email")
		verifiedProfile(t, ada).RequireFields(t, kit.Fields{"accountType": "wholesale"})
	})
}

// The rows of one email are one customer, in any of its spellings. A row that contradicts an
// earlier one, or has no other address, is a fault at its line and has no effect.
func TestRowsOfOneCustomer(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin, _ := h.As(t, auth.RoleAdmin)
		done := h.importCustomers(t, admin, "email,name,phone,wholesale,street,zip,city,country,isDefault\n"+
			"Ada@Müller.example,Ada,1,,Kai 1,20457,Hamburg,DE,\n"+
			"bob@example.com,Bob,,,,,,,\n"+
			"ada@xn--mller-kva.example,,,true,Kai 2,20457,Hamburg,DE,true\n"+
			"ada@MÜLLER.example,Ada,,,KAI  1,20457,Hamburg,DE,\n"+
			"ada@müller.example,Eve,2,,Kai 3,20457,Hamburg,DE,\n"+
			"bob@example.com,,,,,,,,\n", 2, 0, 0, 3)
		requireFaults(t, done, "5 email not_allowed", "6 name not_allowed", "6 phone not_allowed", "7 email not_allowed")
		requireLength(t, h.addressesAs(t, admin, "ada@xn--mller-kva.example"), 2).RequireFields(t, kit.Fields{
			"0.line1": "Kai 1", "0.isDefault": false, "1.line1": "Kai 2", "1.isDefault": true, "1.fullName": "Ada",
		})
		if u := h.user(t, "ada@xn--mller-kva.example"); u.FullName != "Ada" || *u.Phone != "1" || u.AccountType != "wholesale" {
			t.Errorf("%+v", u)
		}

		var many strings.Builder
		many.WriteString("email,name,street,zip,city,country\n")
		for i := range maxAddresses + 2 {
			fmt.Fprintf(&many, "many@example.com,Many,Street %d,10117,Berlin,DE\n", i)
		}
		requireFaults(t, h.importCustomers(t, admin, many.String(), 1, 0, 0, 2), "52 email too_long", "53 email too_long")
	})
}

// Every fault of a row is named at once, and a row with one has no effect.
func TestImportOfWrongCustomers(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin, _ := h.As(t, auth.RoleAdmin)
		before := h.count(t, "identity_users")
		long := strings.Repeat("x", 201)
		done := h.importCustomers(t, admin, ownColumns+
			"nobody,"+long+","+strings.Repeat("1", 41)+",fr,maybe,,,,,,Kai 1,,,,,Germany,\n"+
			",A,,,,,,,,,,,,,,,\n"+
			"a@example.com,A,,,,,,,,,,,10117,Berlin,,DE,\n"+
			"b@example.com,B,,,,,,,,,Kai 1,,,,,DE,\n"+
			"c@example.com,\u200b,,de_AT,,,,,,,,,,,,,\n"+
			"кофе@example.com,D,,,,,,,,,,,,,,,\n"+
			"e@example.com,E,x\n"+
			"f@example.com,F,,denmark,,,,,,,,,,,,,\n"+
			"\"e\x00@example.com\",\"E\nE\",,,,,,,,,,,,,,,\n", 1, 0, 0, 8)
		requireFaults(t, done,
			"2 email bad_format", "2 fullName too_long", "2 phone too_long", "2 locale not_allowed", "2 wholesale bad_format",
			"2 country bad_format", "3 email required", "4 line1 required", "5 city required", "5 postalCode required",
			"7 email bad_format", "8  bad_format", "9 locale not_allowed", "10 email bad_format",
			"10 fullName bad_format")
		requireWarnings(t, done, "6 fullName")
		if u := h.user(t, "c@example.com"); u.FullName != "c" || u.Locale != "de" || h.count(t, "identity_users") != before+1 {
			t.Errorf("%+v", u)
		}
	})
}

// Who was erased does not come back with a file from before.
func TestImportBringsNoOneBack(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		ada := h.customer(t, "ada@example.com")
		file := string(admin.Do(t, "GET", customerExport, nil).Require(t, 200).Body)
		ada.Do(t, "DELETE", "/v1/users/me", object{"password": goodPassword}).Require(t, 202)
		requireFaults(t, h.importCustomers(t, admin.API, file, 0, 0, 0, 1), "2 email not_allowed")
		if _, known, err := userByEmail(h.DB, ada.Email); known || err != nil {
			t.Error("the erased account is back", err)
		}
		h.customer(t, ada.Email) // by her own will
		h.importCustomers(t, admin.API, file, 0, 0, 1, 0)
	})
}
