package storefront

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// listLimit is how many entries a page of the lists of an account shows.
const listLimit = "20"

// ownList is a page of one of the lists of an account.
type ownList[T any] struct {
	frame
	pager
	Entries []T
}

// loadList loads the page of a list that is asked for.
func loadList[T any](v *visit, path string) (view ownList[T], err error) {
	var list struct {
		Data []T      `json:"data"`
		Meta listMeta `json:"meta"`
	}
	query := url.Values{"limit": {listLimit}, "page": {strconv.Itoa(v.pageNumber())}}
	if err := v.get(path, query, &list); err != nil {
		return view, err
	}
	view = ownList[T]{frame: v.frame(""), pager: list.Meta.pager(), Entries: list.Data}
	view.Private = true
	return view, nil
}

// showList shows the page of a list that is asked for.
func showList[T any](v *visit, path, page string) error {
	view, err := loadList[T](v, path)
	if err != nil {
		return err
	}
	return v.show(http.StatusOK, page, view)
}

// recipient is somebody whom the visitor has ordered for.
type recipient struct {
	ID           string `json:"id"`
	FullName     string `json:"fullName"`
	ContactPhone string `json:"contactPhone"`
	Address      string `json:"address"`
	Country      string `json:"country"`
	TotalOrders  int    `json:"totalOrders"`
}

func (v *visit) recipients() error { return showList[recipient](v, "/v1/customers", "recipients") }

func (v *visit) removeRecipient() error { return v.remove("/v1/customers/", "/account/recipients") }

// accountSession is one of the visitor's sessions.
type accountSession struct {
	ID         string    `json:"id"`
	UserAgent  string    `json:"userAgent"`
	CreatedAt  time.Time `json:"createdAt"`
	LastUsedAt time.Time `json:"lastUsedAt"`
	Current    bool      `json:"current"`
}

// What browsers and systems call themselves, and their names. The first that fits counts: many call
// themselves by others' names as well.
var (
	browserNames = [][2]string{
		{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"}, {"Firefox/", "Firefox"},
		{"FxiOS/", "Firefox"}, {"CriOS/", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"},
	}
	systemNames = [][2]string{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"CrOS", "ChromeOS"},
		{"Macintosh", "Mac"}, {"Linux", "Linux"},
	}
)

// Device is the browser and its system, as far as they are known: "Firefox, Windows".
func (s accountSession) Device() string {
	var names []string
	for _, known := range [][][2]string{browserNames, systemNames} {
		for _, pair := range known {
			if strings.Contains(s.UserAgent, pair[0]) {
				names = append(names, pair[1])
				break
			}
		}
	}
	return strings.Join(names, ", ")
}

func (v *visit) sessions() error { return showList[accountSession](v, "/v1/auth/sessions", "sessions") }

func (v *visit) endSession() error { return v.remove("/v1/auth/sessions/", "/account/sessions") }
