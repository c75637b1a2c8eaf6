package mailer

import (
	"encoding/json"
	"fmt"
	"mime"
	"net/mail"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"orderd/platform/onetimecode"
)

// challenge is the challenge of the golden letters.
const challenge = "0190b8a2-7c00-7000-8000-000000000001"

func testWriter() writer {
	return writer{shop: "Kaffeehaus", publicURL: "https://shop.example.com", ring: ring}
}

// sample is a letter of the kind with every value in it.
func sample(t *testing.T, locale, kind string, v values) letter {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	purpose := onetimecode.Password
	if kind == "registration_code" {
		purpose = onetimecode.Registration
	}
	id := challenge
	return letter{Kind: kind, Locale: locale, Recipient: "maria@example.com", MessageID: "1@example.com", Data: string(data), ChallengeID: &id, Purpose: &purpose}
}

var full = values{
	Name: "Maria Schmidt", BusinessName: "Rösterei Lindner & Söhne GmbH", TrackingID: "WHS-40718266519342",
	Reason: "We do not deliver to your country yet.\nWe hope to next year.", Question: "Which products do you sell,\nand where?", How: "set", NewAccount: true, RequestedAt: new(requested),

	Number: "ORD-4071826651", PaymentMethod: "bank_transfer", Method: "Standard", ShipTo: "Grace Hopper, Torstraße 12, 10119 Berlin, DE", Phone: "+49 30 7654321",
	Instructions: "Please transfer €1,239.17 to Kaffeehaus, DE02 1203 0000 0000 2020 51, with the reference ORD-4071826651. We keep the goods for you until 23 November 2026.",
	Items: []item{
		{Name: "Moka pot", Options: "Colour: red, Size: 6 cups", Quantity: 3, Total: 5997},
		{Name: "Siebträgermaschine mit zwei Kreisen und eingebauter Mühle, Edelstahl", Quantity: 1, Total: 117_830},
	},
	Subtotal: 123_827, Discount: 400, Shipping: 490, Tax: 19_785, Total: 123_917, Amount: 123_917, Whole: true, Cause: "customer", Vouchers: true,
	Carrier: "DHL", TrackingNumber: "00340434161094042557", TrackingURL: "https://carrier.example/track/00340434161094042557", Expected: new(expected),
}

var requested = time.Date(2026, 11, 20, 13, 5, 42, 0, time.UTC)

var expected = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

// Every letter in both languages, word by word. UPDATE_GOLDEN=1 writes the files.
func TestLettersGolden(t *testing.T) {
	t.Parallel()
	for name := range texts {
		locale, kind, _ := strings.Cut(name, "/")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := testWriter().write(sample(t, locale, kind, full))
			if err != nil {
				t.Fatal(err)
			}
			html, err := got.html()
			if err != nil {
				t.Fatal(err)
			}
			golden(t, kind+"."+locale+".txt", "Subject: "+got.Subject+"\n\n"+got.text())
			golden(t, kind+"."+locale+".html", html)
		})
	}
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

// shape is what a paragraph looks like, whatever it says.
func shape(p paragraph) string {
	s := p.kind
	for _, r := range p.rows {
		s += fmt.Sprintf(" %s/%t", r.kind, r.value != nil)
	}
	return s
}

// Every kind is there in both languages, and what is in one is in the other: as many paragraphs, of the same kinds.
func TestTextsAgree(t *testing.T) {
	t.Parallel()
	for name, english := range texts {
		kind, ok := strings.CutPrefix(name, "en/")
		if !ok {
			continue
		}
		german := texts["de/"+kind]
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
	if len(texts)%2 != 0 {
		t.Errorf("%d texts", len(texts))
	}
}

// Who looks for a code by its digits finds the code first, and nothing in the subject or the styles.
func TestCodeIsTheOnlyNumberOfItsLength(t *testing.T) {
	t.Parallel()
	for name := range texts {
		locale, kind, _ := strings.Cut(name, "/")
		l := sample(t, locale, kind, values{Name: "Maria Schmidt", TrackingID: "WHS-40718266519342"})
		got, err := testWriter().write(l)
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

// What strangers write stays in its place: no header, no paragraph, no tag, no link comes of it.
func TestHostileValues(t *testing.T) {
	t.Parallel()
	const evil = "Eve\r\nBcc: all@example.com\r\n\r\n= 000000\n\n<script>alert(1)</script> https://evil.example {{.Code}}"
	hostile := values{
		Name: evil, BusinessName: evil, TrackingID: evil, Reason: evil, Question: evil, How: evil,
		Number: evil, PaymentMethod: evil, Method: evil, ShipTo: evil, Phone: evil, Instructions: evil, Cause: evil,
		Items: []item{{Name: evil, Options: evil, Quantity: 1}}, Carrier: evil, TrackingNumber: evil, TrackingURL: "javascript:alert(1)//" + evil,
	}
	for name, source := range texts {
		locale, kind, _ := strings.Cut(name, "/")
		l := sample(t, locale, kind, hostile)
		got, err := testWriter().write(l)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Blocks) >= len(source) {
			t.Errorf("%s: %d paragraphs of %d", name, len(got.Blocks), len(source)-1)
		}
		if strings.ContainsAny(got.Subject, "\r\n") || strings.Contains(got.text(), "\r") {
			t.Errorf("%s: a line end in the subject %q", name, got.Subject)
		}
		html, err := got.html()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(html, "<script") || strings.Contains(html, `href="https://evil`) || strings.Contains(html, "href=\"javascript") || strings.Contains(html, "href=\"#Z") {
			t.Errorf("%s: %s", name, html)
		}
		m, err := got.compose(&mail.Address{Name: "Kaffeehaus", Address: "shop@example.com"}, l, time.Unix(0, 0).UTC())
		if err != nil {
			t.Fatal(err)
		}
		var raw strings.Builder
		if _, err := m.WriteTo(&raw); err != nil {
			t.Fatal(err)
		}
		parsed, err := mail.ReadMessage(strings.NewReader(raw.String()))
		if err != nil {
			t.Fatal(err)
		}
		if parsed.Header.Get("Bcc") != "" || parsed.Header.Get("To") != "<maria@example.com>" || len(parsed.Header) != 9 {
			t.Errorf("%s: headers %v", name, parsed.Header)
		}
	}
}

// Headers are plain ASCII on the wire and read as they were meant.
func TestHeadersInOtherAlphabets(t *testing.T) {
	t.Parallel()
	l := sample(t, "de", "return_received", full)
	got, err := testWriter().write(l)
	if err != nil {
		t.Fatal(err)
	}
	m, err := got.compose(&mail.Address{Name: "Käffchen & Söhne", Address: "shop@example.com"}, l, time.Unix(0, 0).UTC())
	if err != nil {
		t.Fatal(err)
	}
	var raw strings.Builder
	if _, err := m.WriteTo(&raw); err != nil {
		t.Fatal(err)
	}
	if at := strings.IndexFunc(raw.String(), func(r rune) bool { return r > '~' }); at >= 0 {
		t.Errorf("not ASCII at %d", at)
	}
	parsed, err := mail.ReadMessage(strings.NewReader(raw.String()))
	if err != nil {
		t.Fatal(err)
	}
	for header, want := range map[string]string{
		"Subject": "Ihre Rücksendung zur Bestellung ORD-4071826651 ist angekommen", "From": `Käffchen & Söhne`,
	} {
		if read, err := new(mime.WordDecoder).DecodeHeader(parsed.Header.Get(header)); err != nil || !strings.Contains(read, want) {
			t.Errorf("%s is %q: %v", header, read, err)
		}
	}
}

func TestGreetable(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Maria Schmidt":               "Maria Schmidt",
		"Dr. José O'Neill-Łukasz":     "Dr. José O'Neill-Łukasz",
		"  Maria\t Schmidt\n":         "Maria Schmidt",
		"李小龍":                         "李小龍",
		"Maria\u202eevil":             "Maria evil",
		"win at evil.example":         "",
		"see https://evil":            "",
		"WWW evil":                    "",
		"call 0900":                   "",
		"eve@evil":                    "",
		"<b>Maria</b>":                "",
		strings.Repeat("Maria ", 20):  "",
		"":                            "",
		"Maria\x00Schmidt":            "Maria Schmidt",
		"Bcc: eve":                    "",
		"Maria\xffSchmidt":            "Maria�Schmidt",
		"A very\u2028long\u2029 line": "A very long line",
	} {
		if got := greetable(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func TestBadRecipients(t *testing.T) {
	t.Parallel()
	for _, to := range []string{"", "maria", "Maria <maria@example.com>", "maria@example.com\r\nBcc: eve@example.com", "a@example.com, b@example.com"} {
		l := sample(t, "en", "register_again", values{})
		l.Recipient = to
		got, err := testWriter().write(l)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := got.compose(&mail.Address{Address: "shop@example.com"}, l, time.Unix(0, 0)); err == nil {
			t.Errorf("%q is taken", to)
		}
	}
}

func TestUnknownKind(t *testing.T) {
	t.Parallel()
	if _, err := testWriter().write(letter{Kind: "no_such", Locale: "en", Data: "{}"}); err == nil {
		t.Error("a letter of an unknown kind is written")
	}
}
