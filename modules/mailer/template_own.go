package mailer

import (
	"strings"
	"time"

	"orderd/modules/mailer/events"
	"orderd/platform/clock"
	"orderd/platform/money"
)

// Where a template has what the shop may replace: its paragraphs are the subject, the greeting, and
// the others.
const (
	subjectAt = 0
	introAt   = 2
)

// ownText is what the shop says in an email in place of the email's own words; both are blank where
// it says nothing.
type ownText struct {
	subject string
	intro   []block
}

// ownText fills in the texts of the shop. They are plain: no value and no word of theirs becomes a
// link or a placeholder.
func (r renderer) ownText(e email, data renderData) (own ownText) {
	chosen := r.mail.TextOf(string(e.Kind), e.Locale)
	filled := placeholdersOf(e, data)
	line := func(text string) string { return oneLine(filled.Replace(text)) }
	own.subject = line(orEmpty(chosen.Subject))
	for _, lines := range paragraphsOf(orEmpty(chosen.Intro), line) {
		own.intro = append(own.intro, block{Lines: lines})
	}
	return own
}

// placeholdersOf replaces the placeholders of the email's kind. What the email has no value for is
// blank.
func placeholdersOf(e email, data renderData) *strings.Replacer {
	euro := func(c *money.Cents) string {
		if c == nil {
			return ""
		}
		return c.Format(e.Locale)
	}
	day := func(at *time.Time) string {
		if at == nil {
			return ""
		}
		return clock.FormatDay(*at, e.Locale)
	}
	values := map[events.Placeholder]string{
		events.PlaceShop: data.Shop, events.PlaceName: data.Name, events.PlaceNumber: data.Number,
		events.PlaceTotal: euro(data.OrderTotal), events.PlaceLink: data.OrderURL, events.PlaceDueAt: day(data.DueAt),
		events.PlaceCarrier: data.Carrier, events.PlaceTracking: data.TrackingNumber, events.PlaceAmount: euro(&data.Amount),
	}
	var pairs []string
	for _, p := range events.TextKind(e.Kind).Placeholders() {
		pairs = append(pairs, string(p), values[p])
	}
	return strings.NewReplacer(pairs...)
}

// paragraphsOf are the paragraphs of a text, which blank lines separate: their lines, as line makes
// them, without those that are blank.
func paragraphsOf(text string, line func(string) string) (paragraphs [][]string) {
	var lines []string
	end := func() {
		if len(lines) > 0 {
			paragraphs = append(paragraphs, lines)
		}
		lines = nil
	}
	for l := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(l) == "" {
			end()
		} else if l = line(l); l != "" {
			lines = append(lines, l)
		}
	}
	end()
	return paragraphs
}
