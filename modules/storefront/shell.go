package storefront

import (
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"go.uber.org/zap"

	"orderd/platform/locale"
	"orderd/platform/money"
)

// shell is what every page shows around its own content. It is not changed once it is there.
type shell struct {
	Shop       shop
	Categories []category // by position, then name
	Looks      looks

	categoryPages []categoryPage // in which the categories were read

	departments []category
	themePath   string         // of the owner's style sheet; "": the shop looks as it comes
	papers      [2]string      // the grounds of the pages, light and dark
	parts       *parts         // of pages, which were rendered before
	zone        *time.Location // where the shop's days begin
	// shopTag, categoriesTag and looksTag are validators of the answers. etag is of all of them, and
	// of the day: another one makes other pages.
	shopTag, categoriesTag, looksTag, etag string
	version                                string // of the catalogue
	asOf                                   time.Time
}

// shop is the public data of the shop.
type shop struct {
	Name           string          `json:"name"`
	Email          *string         `json:"email"`
	Phone          *string         `json:"phone"`
	Logo           *image          `json:"logo"`
	Country        string          `json:"country"`
	TimeZone       string          `json:"timeZone"`
	Icon           *image          `json:"icon"`
	Locale         locale.Code     `json:"locale"`
	Locales        []locale.Code   `json:"locales"`
	Destinations   []destination   `json:"destinations"`
	PaymentMethods []paymentMethod `json:"paymentMethods"`
	SmallBusiness  bool            `json:"smallBusiness"` // it charges no VAT
	GuestCheckout  bool            `json:"guestCheckout"`
	ReturnDays     int             `json:"returnDays"`
	WithdrawalDays int             `json:"withdrawalDays"`
	Seller         *seller         `json:"seller"`
	Pages          []pageLink      `json:"pages"`
	Loyalty        loyaltyTerms    `json:"loyalty"`
}

type destination struct {
	Country  *string      `json:"country"` // null: everywhere
	FreeFrom *money.Cents `json:"freeFrom"`
}

type paymentMethod struct {
	Method    string       `json:"method"`
	Title     string       `json:"title"`
	Text      *string      `json:"text"`
	Countries []string     `json:"countries"` // of destination; none: all
	Minimum   *money.Cents `json:"minimum"`   // null: no bound
	Maximum   *money.Cents `json:"maximum"`
}

type seller struct {
	Name       string  `json:"name"`
	Line1      *string `json:"line1"`
	Line2      *string `json:"line2"`
	PostalCode *string `json:"postalCode"`
	City       *string `json:"city"`
	Country    string  `json:"country"`
	VATID      *string `json:"vatId"`
}

type loyaltyTerms struct {
	Enabled        bool `json:"enabled"`
	PointsPerEuro  int  `json:"pointsPerEuro"`
	PointsPerShare int  `json:"pointsPerShare"`
}

// pageLink is a page of the shop's own texts: its imprint, say.
type pageLink struct {
	Kind  string `json:"kind"`
	Slug  string `json:"slug"`
	Title string `json:"title"`
}

type category struct {
	ID           string     `json:"id"`
	ParentID     *string    `json:"parentId"`
	Name         string     `json:"name"`
	Slug         string     `json:"slug"`
	Description  *string    `json:"description"`
	Image        *image     `json:"image"`
	ProductCount int        `json:"productCount"`
	Ancestors    []ancestor `json:"ancestors"`
}

type ancestor struct {
	Name string `json:"name"`
	Slug string `json:"slug"`
}

// page is the slug of the shop's page of a kind, or "".
func (s *shell) page(kind string) string {
	for _, p := range s.Shop.Pages {
		if p.Kind == kind {
			return p.Slug
		}
	}
	return ""
}

// below are the categories below the one of the id.
func (s *shell) below(id string) []category {
	return slices.DeleteFunc(slices.Clone(s.Categories), func(c category) bool {
		return c.ParentID == nil || *c.ParentID != id
	})
}

// shellAge is how long a shell serves before it is asked for again. What it says is shown within a
// second, with what the service's replicas may take to hear of it.
const shellAge = 500 * time.Millisecond

// shells keeps the shell of each language. "" is the shop's own.
type shells struct {
	mu   sync.Mutex
	kept map[locale.Code]keptShell
}

type keptShell struct {
	shell *shell
	at    time.Time // when it was asked for, or asked for anew
}

// of is the shell in the language. One visitor asks for it twice a second, and the others have what
// there is: an interface that is slow is not made slower. When it does not answer the former shell
// stands, and the page says itself what it could not get.
func (s *shells) of(v *visit, l locale.Code) (*shell, error) {
	now := v.site.clock.Now()
	s.mu.Lock()
	kept, found := s.kept[l]
	if found && now.Sub(kept.at) >= shellAge {
		s.kept[l] = keptShell{shell: kept.shell, at: now}
	}
	s.mu.Unlock()
	if found && now.Sub(kept.at) < shellAge {
		return kept.shell, nil
	}
	fresh, err := loadShell(v, l, kept.shell, now)
	switch {
	case err != nil && found:
		v.site.log.Warn("what stands around the pages is not new", zap.Error(err))
		return kept.shell, nil
	case err != nil:
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept == nil {
		s.kept = map[locale.Code]keptShell{}
	}
	if last := s.kept[l].shell; last == nil || last.asOf.Before(now) { // else this answer was slow
		s.kept[l] = keptShell{shell: fresh, at: now}
	}
	return fresh, nil
}

// last is the shell in the language as it was asked for last; nil without any.
func (s *shells) last(l locale.Code) *shell {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.kept[l].shell
}

// loadShell asks for the shell as somebody without an account sees it, for nobody in particular: it
// is everybody's, and counts for no visitor. What has not changed since the one before, if there
// is one, is taken from that.
func loadShell(v *visit, l locale.Code, before *shell, began time.Time) (*shell, error) {
	fresh := &shell{}
	if before != nil {
		*fresh = *before
	}
	ask := func(path string, query url.Values, validator *string, answer any) (answered, error) {
		k := call{method: http.MethodGet, path: path, query: query, answer: answer, language: l}
		k.unlessIs(*validator)
		a, err := v.site.client.ask(v.r.Context(), k)
		if err != nil || a.status == http.StatusNotModified {
			return a, err
		}
		*validator = a.validator()
		return a, a.decode(k)
	}
	var asked shop
	a, err := ask("/v1/shop", nil, &fresh.shopTag, &asked)
	if err != nil {
		return nil, err
	}
	if a.status != http.StatusNotModified {
		fresh.Shop, fresh.zone = asked, zoneOf(asked.TimeZone)
	}
	if err := fresh.loadCategories(ask); err != nil {
		return nil, err
	}
	var chosen looks
	a, err = ask(looksPath, looksQuery(l, ""), &fresh.looksTag, &chosen)
	switch {
	case isProblem(err, http.StatusNotFound): // an interface from before there were looks
		fresh.setLooks(plainLooks())
	case err != nil:
		return nil, err
	case a.status != http.StatusNotModified:
		fresh.setLooks(chosen)
	}
	fresh.asOf = began
	etag := fresh.shopTag + fresh.categoriesTag + fresh.looksTag + began.In(fresh.zone).Format(time.DateOnly)
	if etag != fresh.etag || fresh.parts == nil {
		fresh.etag, fresh.parts = etag, &parts{}
	}
	return fresh, nil
}

// setLooks takes the looks, with what is worked out of them.
func (s *shell) setLooks(k looks) {
	t := k.theme()
	s.Looks, s.themePath, s.papers = k, t.path(), papersOf(t)
}

// zoneOf is the time zone of the name; UTC where this machine does not know it.
func zoneOf(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	return zone
}
