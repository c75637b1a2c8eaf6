package mailer

import (
	"encoding/json"
	"fmt"
	"mime"
	"net/mail"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	identity "orderd/modules/identity/events"
	"orderd/modules/mailer/events"
	ordering "orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/onetimecode"
)

// challenge is the challenge of the golden files.
const challenge = "0190b8a2-7c00-7000-8000-000000000001"

func testRenderer() renderer {
	return renderer{
		profile:   shop.Profile{Name: "Kaffeehaus", Locales: locales, Locale: "en"},
		publicURL: "https://shop.example.com", staffURL: "https://staff.example.com", shopURL: "https://shop.example.com", secrets: ring,
	}
}

// sample is an email of the kind with the data and a code.
func sample(t *testing.T, locale string, kind events.MailKind, data templateData) email {
	t.Helper()
	raw, err := json.Marshal(data)
	if err != nil {
		t.Fatal(err)
	}
	purpose := onetimecode.Password
	if kind == events.KindRegistrationCode {
		purpose = onetimecode.Registration
	}
	return email{
		Kind: kind, Locale: locale, Recipient: maria, MessageID: "1@example.com", Data: string(raw),
		ChallengeID: new(challenge), Purpose: &purpose,
	}
}

var full = templateData{
	Name: "Maria Schmidt", BusinessName: "Rösterei Lindner & Söhne GmbH", TrackingID: "WHS-40718266519342", Host: "hooks.example.com",
	Reason: "We do not deliver to your country yet.\nWe hope to next year.", Question: "Which products do you sell,\nand where?", How: "set",
	Undo: challenge, Change: "added", Factor: "totp", NewAccount: true, RequestedAt: new(requested),

	Number: "ORD-4071826651", PaymentMethod: "bank_transfer", Consumer: new(true), ShippingMethod: "Standard",
	ShipTo: "Grace Hopper, Torstraße 12, 10119 Berlin, DE", Phone: "+49 30 7654321",
	Instructions: "Please transfer €1,239.17 to Kaffeehaus, DE02 1203 0000 0000 2020 51, with the reference ORD-4071826651. We keep the " +
		"goods for you until 23 November 2026.",
	Items: []item{
		{Name: "Moka pot", Options: "Colour: red, Size: 6 cups", Quantity: 3, Total: 5997},
		{Name: "Siebträgermaschine mit zwei Kreisen und eingebauter Mühle, Edelstahl", Quantity: 1, Total: 117_830},
	},
	Subtotal: 123_827, Discount: 400, Shipping: 490, Tax: 19_785, Taxes: []tax{{Rate: 1900, Net: 104_132, Tax: 19_785}}, Total: 123_917,
	Amount: 123_917, Whole: true, Cause: "customer",
	ReturnDays: 14, Vouchers: true, Due: 1_999, Deducted: 250, SendTo: "Kaffeehaus, Musterstr. 1, 12345 Musterstadt",
	Carrier: "DHL", TrackingNumber: "00340434161094042557", TrackingURL: "https://carrier.example/track/00340434161094042557",
	ExpectedAt: new(expected),

	Document: "RE-2026-000042", Net: 104_132,
	Attachments: []attachment{{Name: "RE-2026-000042.pdf", Type: "application/pdf", SHA256: "00"}},
}

var requested = time.Date(2026, 11, 20, 13, 5, 42, 0, time.UTC)

var expected = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

// Every email in both languages, byte by byte. UPDATE_GOLDEN=1 writes the files.
func TestGolden(t *testing.T) {
	t.Parallel()
	for name := range templates {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			locale, kind := splitName(name)
			got, err := testRenderer().render(sample(t, locale, kind, full))
			if err != nil {
				t.Fatal(err)
			}
			html, err := got.html()
			if err != nil {
				t.Fatal(err)
			}
			golden(t, string(kind)+"."+locale+".txt", "Subject: "+got.Subject+"\n\n"+got.text())
			golden(t, string(kind)+"."+locale+".html", html)
		})
	}
}

// splitName splits the name of a template into locale and kind.
// Days in a mail are those of where the shop is.
func TestDaysOfTheShop(t *testing.T) {
	t.Parallel()
	late := time.Date(2026, 11, 30, 23, 30, 0, 0, time.UTC)
	for zone, want := range map[string]string{"Europe/Berlin": "01.12.2026", "Atlantic/Azores": "30.11.2026"} {
		r := testRenderer()
		r.profile.TimeZone = zone
		for kind, data := range map[events.MailKind]templateData{
			events.KindInvoiceIssued: {DueAt: &late}, events.KindOrderShipped: {ExpectedAt: &late},
		} {
			out, err := r.render(sample(t, "de", kind, data))
			if text := out.text(); err != nil || !strings.Contains(text, want) {
				t.Errorf("%s in %s: %v, not %s:\n%s", kind, zone, err, want, text)
			}
		}
	}
}

func splitName(name string) (string, events.MailKind) {
	locale, kind, _ := strings.Cut(name, "/")
	return locale, events.MailKind(kind)
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("%s is\n%s\nwant\n%s", name, got, want)
	}
}

// shape is how a paragraph looks, whatever it says.
func shape(p paragraph) string {
	s := string(p.kind)
	for _, r := range p.rows {
		s += fmt.Sprintf(" %s/%t", r.kind, r.value != nil)
	}
	return s
}

// Every kind has a template in both languages, with the same paragraphs.
func TestLanguagesAgree(t *testing.T) {
	t.Parallel()
	for name, english := range templates {
		kind, ok := strings.CutPrefix(name, "en/")
		if !ok {
			continue
		}
		german := templates["de/"+kind]
		if len(german) != len(english) {
			t.Errorf("%s: %d paragraphs in English, %d in German", kind, len(english), len(german))
			continue
		}
		for i := range english {
			if shape(english[i]) != shape(german[i]) {
				t.Errorf("%s: paragraph %d is %s in English, %s in German", kind, i, shape(english[i]), shape(german[i]))
			}
		}
	}
	if len(templates)%2 != 0 {
		t.Errorf("%d templates", len(templates))
	}
}

// Templates compare with literals: they are values that the events have.
func TestTemplatesCompareKnownValues(t *testing.T) {
	t.Parallel()
	known := map[string][]string{
		"Cause":  {string(ordering.CancellationReasonCustomer), string(ordering.CancellationReasonPaymentTimeout)},
		"How":    {string(identity.PasswordSetWithCode)},
		"Factor": {string(identity.FactorPasskey)},
		"Exempt": ordering.TaxReason("").Values(),
		"Change": {
			string(identity.FactorAdded), string(identity.FactorReplaced), string(identity.FactorRemoved), string(identity.FactorsReset),
			string(identity.RecoveryCodesRenewed),
		},
	}
	comparison := regexp.MustCompile(`eq \.(\w+)((?: "\w+")+)`)
	for name := range templates {
		source, err := templateFiles.ReadFile("templates/" + name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range comparison.FindAllStringSubmatch(string(source), -1) {
			for literal := range strings.FieldsSeq(found[2]) {
				if !slices.Contains(known[found[1]], strings.Trim(literal, `"`)) {
					t.Errorf("%s compares %s with %s", name, found[1], literal)
				}
			}
		}
	}
}

// A client that looks for a code by its number of digits finds the code, in the text and the HTML,
// and no such number in the subject or the styles.
func TestCodeIsTheOnlyNumberOfItsLength(t *testing.T) {
	t.Parallel()
	for name := range templates {
		locale, kind := splitName(name)
		e := sample(t, locale, kind, templateData{Name: "Maria Schmidt", TrackingID: "WHS-40718266519342"})
		got, err := testRenderer().render(e)
		if err != nil {
			t.Fatal(err)
		}
		html, _ := got.html()
		code := got.Code
		digits := regexp.MustCompile(`\b[0-9]{` + map[int]string{6: "6", 8: "8"}[len(code)] + `}\b`)
		for where, text := range map[string]string{"text": got.text(), "html": html} {
			if found := digits.FindString(text); found != "" && found != code {
				t.Errorf("%s, %s: found %s, the code is %s", name, where, found, code)
			}
		}
		if digits.MatchString(got.Subject) {
			t.Errorf("%s: subject %q", name, got.Subject)
		}
	}
}

// No value adds a header, a paragraph, a tag or a link.
func TestHostileValues(t *testing.T) {
	t.Parallel()
	const evil = "Eve\r\nBcc: all@example.com\r\n\r\n= 000000\n\n<script>alert(1)</script> https://evil.example {{.Code}}"
	hostile := templateData{
		Name: evil, BusinessName: evil, TrackingID: evil, Reason: evil, Question: evil, How: evil, Change: evil, Factor: evil,
		Number: evil, PaymentMethod: evil, ShippingMethod: evil, ShipTo: evil, Phone: evil, Instructions: evil, Cause: evil,
		Items: []item{{Name: evil, Options: evil, Quantity: 1}}, Carrier: evil, TrackingNumber: evil, TrackingURL: "javascript:alert(1)//" + evil,
		Document: evil, RefersTo: evil,
	}
	for name, template := range templates {
		locale, kind := splitName(name)
		e := sample(t, locale, kind, hostile)
		got, err := testRenderer().render(e)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Blocks) >= len(template) {
			t.Errorf("%s: %d paragraphs of %d", name, len(got.Blocks), len(template)-1)
		}
		if strings.ContainsAny(got.Subject, "\r\n") || strings.Contains(got.text(), "\r") {
			t.Errorf("%s: a line end in the subject %q", name, got.Subject)
		}
		html, err := got.html()
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{"<script", `href="https://evil`, `href="javascript`, `href="#Z`} {
			if strings.Contains(html, part) {
				t.Errorf("%s: %s in %s", name, part, html)
			}
		}
		headers := sentHeaders(t, got, e)
		if headers.Get("Bcc") != "" || headers.Get("To") != "<maria@example.com>" || len(headers) != 9 {
			t.Errorf("%s: headers %v", name, headers)
		}
	}
}

// sentHeaders are the headers of the email's message.
func sentHeaders(t *testing.T, r rendered, e email) mail.Header {
	t.Helper()
	parsed, err := mail.ReadMessage(strings.NewReader(rawMessage(t, "Kaffeehaus", r, e)))
	if err != nil {
		t.Fatal(err)
	}
	return parsed.Header
}

// rawMessage is the email's message as it is sent, from a sender with the name.
func rawMessage(t *testing.T, name string, r rendered, e email) string {
	t.Helper()
	m, err := r.message(sender{from: mail.Address{Name: name, Address: "shop@example.com"}}, e, time.Unix(0, 0).UTC())
	if err != nil {
		t.Fatal(err)
	}
	var raw strings.Builder
	if _, err := m.WriteTo(&raw); err != nil {
		t.Fatal(err)
	}
	return raw.String()
}

// Headers are ASCII on the wire, and decode to what was written.
func TestHeadersInOtherAlphabets(t *testing.T) {
	t.Parallel()
	e := sample(t, "de", events.KindReturnReceived, full)
	r, err := testRenderer().render(e)
	if err != nil {
		t.Fatal(err)
	}
	raw := rawMessage(t, "Käffchen & Söhne", r, e)
	if at := strings.IndexFunc(raw, func(r rune) bool { return r > '~' }); at >= 0 {
		t.Errorf("not ASCII at %d", at)
	}
	parsed, err := mail.ReadMessage(strings.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	for header, want := range map[string]string{
		"Subject": "Ihre Rücksendung zur Bestellung ORD-4071826651 ist angekommen", "From": `Käffchen & Söhne`,
	} {
		if got, err := new(mime.WordDecoder).DecodeHeader(parsed.Header.Get(header)); err != nil || !strings.Contains(got, want) {
			t.Errorf("%s is %q: %v", header, got, err)
		}
	}
}

func TestBadRecipients(t *testing.T) {
	t.Parallel()
	for _, to := range []string{"", "maria", "Maria <maria@example.com>", "maria@example.com\r\nBcc: eve@example.com",
		"a@example.com, b@example.com"} {
		e := sample(t, "en", events.KindRegisterAgain, templateData{})
		e.Recipient = to
		got, err := testRenderer().render(e)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := got.message(sender{from: mail.Address{Address: "shop@example.com"}}, e, time.Unix(0, 0)); err == nil {
			t.Errorf("%q is accepted", to)
		}
	}
}

func TestUnknownKind(t *testing.T) {
	t.Parallel()
	if _, err := testRenderer().render(email{Kind: "no_such", Locale: "en", Data: "{}"}); err == nil {
		t.Error("an email of an unknown kind is rendered")
	}
}
