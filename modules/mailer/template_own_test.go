package mailer

import (
	"slices"
	"strings"
	"testing"

	"orderd/modules/mailer/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/money"
	"orderd/test/kit"
)

// withTexts is a renderer of a shop that says something of its own in every mail.
func withTexts(subject, intro string) renderer {
	r := testRenderer()
	for _, kind := range events.TextKind("").Values() {
		for _, locale := range locales {
			r.mail.Texts = append(r.mail.Texts, shop.MailText{Kind: kind, Locale: locale, Subject: &subject, Intro: &intro})
		}
	}
	return r
}

// In every mail the shop's words stand in place of the subject and of the first paragraph after the
// greeting, and everything else stays: codes, tables, instructions, links.
func TestOwnTexts(t *testing.T) {
	t.Parallel()
	own, plain := withTexts("Our words", "First.\nSecond line.\n\n\nThird."), testRenderer()
	for name := range templates {
		locale, kind := splitName(name)
		e := sample(t, locale, kind, full)
		before, err := plain.render(e)
		if err != nil {
			t.Fatal(err)
		}
		after, err := own.render(e)
		if err != nil {
			t.Fatal(err)
		}
		want := slices.Concat(before.Blocks[:1], []block{{Lines: []string{"First.", "Second line."}}, {Lines: []string{"Third."}}},
			before.Blocks[2:])
		if !slices.Contains(events.TextKind("").Values(), string(kind)) {
			if after.Subject != before.Subject || after.text() != before.text() {
				t.Errorf("%s has words of the shop:\n%s", name, after.text())
			}
			continue
		}
		if after.Subject != "Our words" || string(kit.JSON(t, after.Blocks)) != string(kit.JSON(t, want)) {
			t.Errorf("%s is %s\n%s", name, after.Subject, after.text())
		}
		if html, err := after.html(); err != nil || !strings.Contains(html, `overflow-wrap:anywhere">First.<br>Second line.</p>`) {
			t.Errorf("%s: %v\n%s", name, err, html)
		}
	}
}

// What the shop's words replace is a paragraph of every template, after the greeting.
func TestTemplatesHaveAnIntro(t *testing.T) {
	t.Parallel()
	for name, template := range templates {
		for _, at := range []int{subjectAt, introAt - 1, introAt} {
			if p := template[at]; p.kind != paragraphText || len(p.rows) != 1 || p.rows[0].value != nil {
				t.Errorf("%s: paragraph %d is %s", name, at, shape(p))
			}
		}
	}
}

// Each placeholder stands for what the mail is about, in its language; without a value it is blank.
func TestPlaceholderValues(t *testing.T) {
	t.Parallel()
	all := func(kind events.MailKind) string {
		return strings.ReplaceAll(events.TextKind(kind).PlaceholderList(), ", ", "|") + "|"
	}
	data := full
	data.OrderTotal, data.DueAt, data.Amount = new(money.Cents(123_917)), new(requested), 1_990
	for _, row := range []struct {
		kind   events.MailKind
		locale string
		data   templateData
		want   string
	}{
		{events.KindAccountExists, "en", data, "Kaffeehaus|Maria Schmidt|"},
		{events.KindOrderPlaced, "de", data, "Kaffeehaus|Maria Schmidt|ORD-4071826651|1.239,17 €||20.11.2026|"},
		{events.KindOrderPlaced, "en", data, "Kaffeehaus|Maria Schmidt|ORD-4071826651|€1,239.17||20 November 2026|"},
		{events.KindOrderShipped, "en", data,
			"Kaffeehaus|Maria Schmidt|ORD-4071826651|€1,239.17||DHL|00340434161094042557|"},
		{events.KindOrderRefunded, "de", data, "Kaffeehaus|Maria Schmidt|ORD-4071826651|1.239,17 €||19,90 €|"},
		{events.KindWithdrawalReceived, "en", templateData{Number: "ORD-1"}, "Kaffeehaus||ORD-1|"},
		{events.KindWithdrawalContested, "de", templateData{Number: "ORD-1"}, "Kaffeehaus||ORD-1|"},
		{events.KindOrderPlaced, "en", templateData{Number: "ORD-1", Name: "see https://evil.example"}, "Kaffeehaus||ORD-1||||"},
	} {
		got, err := withTexts(all(row.kind), all(row.kind)).render(sample(t, row.locale, row.kind, row.data))
		if err != nil {
			t.Fatal(err)
		}
		if got.Subject != row.want || got.Blocks[1].Lines[0] != row.want {
			t.Errorf("%s in %s: %q, %q, want %q", row.kind, row.locale, got.Subject, got.Blocks[1].Lines, row.want)
		}
	}
}

// {link} leads to a guest's order, as the button does.
func TestPlaceholderOfALink(t *testing.T) {
	t.Parallel()
	r := withTexts("x", "See {link}")
	r.profile.OrderURL = new("https://shop.example.com/orders/{number}#{token}")
	e := sample(t, "en", events.KindOrderPaid, templateData{Number: "ORD-1", GuestOrder: challenge, Amount: 100})
	e.SubjectID = new(challenge)
	got, err := r.render(e)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(got.Blocks, func(b block) bool { return b.Kind == paragraphLink })
	if link := got.Blocks[i].Lines[1]; !strings.HasPrefix(link, "https://shop.example.com/orders/ORD-1#") ||
		got.Blocks[1].Lines[0] != "See "+link {
		t.Errorf("%q, the button leads to %q", got.Blocks[1].Lines, link)
	}
}

// No word of the shop and no value in it becomes markup, a header or another placeholder, and a
// subject that is blank for a recipient is the mail's own.
func TestOwnTextsArePlain(t *testing.T) {
	t.Parallel()
	const evil = "<b>{name}</b>\r\nBcc: all@example.com {{.Code}} {1}"
	r := withTexts(evil, evil+"\n\n<script>alert(1)</script>")
	r.mail.Footers = []shop.MailFooter{{Locale: "en", Text: "<i>Sold</i> by us\n<img src=x>"}}
	r.profile.Name = "{name} & Co"
	e := sample(t, "en", events.KindRegistrationCode, templateData{Name: "Eve"})
	got, err := r.render(e)
	if err != nil {
		t.Fatal(err)
	}
	html, err := got.html()
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"<b>", "<script", "<i>", "<img", got.Code + " {1}"} {
		if strings.Contains(html, part) {
			t.Errorf("%s in\n%s", part, html)
		}
	}
	if want := "<b>Eve</b> Bcc: all@example.com {{.Code}} {1}"; got.Subject != want || !strings.Contains(got.text(), "<b>Eve</b>\nBcc") {
		t.Errorf("%q\n%s", got.Subject, got.text())
	}
	if h := sentHeaders(t, got, e); h.Get("Bcc") != "" {
		t.Errorf("headers %v", h)
	}
	if !strings.Contains(got.text(), "-- \n{name} & Co\nhttps://shop.example.com\n\n<i>Sold</i> by us\n<img src=x>\n") {
		t.Errorf("the text ends\n%s", got.text())
	}

	blank, err := withTexts("{name}", "{name}\n\n{name}").render(sample(t, "en", events.KindRegistrationCode, templateData{}))
	if err != nil || blank.Subject != "Your code for Kaffeehaus" || !strings.HasPrefix(blank.Blocks[1].Lines[0], "this code completes") {
		t.Errorf("%v: %q, %q", err, blank.Subject, blank.Blocks)
	}
}

// A mail has the footer of its language, else that of the shop's own.
func TestFooters(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		footers []shop.MailFooter
		locale  string
		want    string
	}{
		{nil, "de", ""},
		{[]shop.MailFooter{{Locale: "de", Text: "Fuß"}, {Locale: "en", Text: "Foot"}}, "de", "\nFuß\n"},
		{[]shop.MailFooter{{Locale: "en", Text: "Foot\n\nand toe"}}, "de", "\nFoot\n\nand toe\n"},
		{[]shop.MailFooter{{Locale: "de", Text: "Fuß"}}, "en", ""},
	} {
		r := testRenderer() // whose own language is English
		r.mail.Footers = row.footers
		got, err := r.render(sample(t, row.locale, events.KindRegisterAgain, templateData{}))
		if err != nil {
			t.Fatal(err)
		}
		if _, after, _ := strings.Cut(got.text(), "https://shop.example.com\n"); after != row.want {
			t.Errorf("%v in %s: %q, want %q", row.footers, row.locale, after, row.want)
		}
	}
}

// A shop that no longer speaks the language of a mail writes it in its own.
func TestLanguageOfMails(t *testing.T) {
	t.Parallel()
	r := testRenderer()
	r.profile.Locales, r.profile.Locale = []string{"de"}, "de"
	got, err := r.render(sample(t, "en", events.KindRegisterAgain, templateData{}))
	if err != nil || got.Locale != "de" || !strings.HasPrefix(got.Subject, "Bitte registrieren") {
		t.Errorf("%v: %s, %q", err, got.Locale, got.Subject)
	}
}
