package storefront

import (
	"net/http"
	"net/url"
	"time"
)

// notification is a message to the visitor.
type notification struct {
	ID        string         `json:"id"`
	Title     string         `json:"title"`
	Body      string         `json:"body"`
	Data      map[string]any `json:"data"`
	ReadAt    *time.Time     `json:"readAt"`
	CreatedAt time.Time      `json:"createdAt"`
}

// Path is the page of what the message is about, or "".
func (n notification) Path() string {
	switch n.Data["type"] {
	case "order", "return":
		if id, ok := n.Data["orderId"].(string); ok {
			return "/orders/" + url.PathEscape(id)
		}
	case "loyalty_entry":
		return "/account/points"
	case "review":
		return "/account/reviews"
	case "application":
		if id, ok := n.Data["trackingId"].(string); ok {
			return "/wholesale/" + url.PathEscape(id)
		}
	}
	return ""
}

// latestView is the newest message that the visitor has not read; a part of other pages.
type latestView struct {
	frame
	Unread int
	Newest *notification // nil: there is none
}

func (v *visit) notices() error { return showList[notification](v, "/v1/notifications", "notices") }

func (v *visit) loadLatest() (latestView, error) {
	var list struct {
		Data        []notification `json:"data"`
		UnreadCount int            `json:"unreadCount"`
	}
	view := latestView{frame: v.frame("")}
	if err := v.get("/v1/notifications", url.Values{"unread": {"true"}, "limit": {"1"}}, &list); err != nil {
		return view, err
	}
	view.Unread = list.UnreadCount
	if len(list.Data) > 0 {
		view.Newest = &list.Data[0]
	}
	return view, nil
}

// latestNotice is for the script that keeps a page's messages new. It hears of a session that has
// ended by the status.
func (v *visit) latestNotice() error {
	if !v.session.signedIn() {
		return v.showJSON(http.StatusUnauthorized, nil)
	}
	view, err := v.loadLatest()
	if err != nil {
		return err
	}
	return v.showPart(http.StatusOK, "latest", view)
}

// pollSeconds is how often a script asks for messages where it can't hear of them.
const pollSeconds = 30

// noticesTicket hands out what opens the stream of the visitor's messages: a ticket, which is good
// once and for half a minute, and no token. Where the interface is at another origin than the
// pages, which let scripts speak to no other, the script asks from time to time instead.
func (v *visit) noticesTicket() error {
	if !v.session.signedIn() {
		return v.showJSON(http.StatusUnauthorized, nil)
	}
	if !v.site.streams {
		return v.showJSON(http.StatusOK, map[string]int{"poll": pollSeconds})
	}
	var made struct {
		Ticket string `json:"ticket"`
	}
	_, err := v.do(call{method: http.MethodPost, path: "/v1/notifications/stream-ticket", answer: &made})
	if !v.session.signedIn() { // it has just ended
		v.say("signedOut", 0) // nobody has typed anything
		return v.showJSON(http.StatusUnauthorized, nil)
	}
	if err != nil {
		return err
	}
	return v.showJSON(http.StatusOK, map[string]string{
		"stream": "/v1/notifications/stream?" + url.Values{"ticket": {made.Ticket}}.Encode(),
	})
}

// openNotice marks a message as read, and goes on to what it is about.
func (v *visit) openNotice() error {
	var n notification
	path := "/v1/notifications/" + url.PathEscape(v.r.PathValue("id")) + "/read"
	if _, err := v.do(call{method: http.MethodPost, path: path, answer: &n}); err != nil {
		return err
	}
	if to := n.Path(); to != "" {
		return v.redirect(to)
	}
	return v.redirect("/account/notices")
}

func (v *visit) readNotices() error {
	if _, err := v.do(call{method: http.MethodPost, path: "/v1/notifications/read-all"}); err != nil {
		return err
	}
	return v.redirect("/account/notices")
}
