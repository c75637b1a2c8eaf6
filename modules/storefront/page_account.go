package storefront

import (
	"net/http"
	"net/url"
	"strconv"
	"time"

	"orderd/platform/money"
)

// accountView is the first page of an account.
type accountView struct {
	frame
	pager
	Orders []orderSummary
	Total  int
	Points *points // nil where the shop gives none
	Latest latestView
}

// orderSummary is an order in a list.
type orderSummary struct {
	ID       string      `json:"id"`
	Number   string      `json:"number"`
	Stage    string      `json:"stage"`
	Method   orderMethod `json:"shippingMethod"`
	Items    []orderItem `json:"items"`
	Total    money.Cents `json:"total"`
	PlacedAt time.Time   `json:"placedAt"`
}

// First is the first thing that was ordered; nil for an order without any.
func (o orderSummary) First() *orderItem {
	if len(o.Items) == 0 {
		return nil
	}
	return &o.Items[0]
}

// Tag is how the stage is marked: by what the buyer has to do, or waits for.
func (o orderSummary) Tag() string {
	switch o.Stage {
	case "awaiting_payment":
		return "warn"
	case "shipped", "partially_shipped", "out_for_delivery":
		return "brand"
	}
	return ""
}

// How many orders the pages of an account show.
const (
	latestOrders = 3
	ordersAPage  = 20
)

func (v *visit) account() error {
	view := accountView{frame: v.frame("")}
	view.Private = true
	if err := v.loadOrders(&view, latestOrders, 1); err != nil {
		return err
	}
	if v.shop().Loyalty.Enabled {
		view.Points = &points{}
		if err := v.get("/v1/loyalty/summary", nil, view.Points); err != nil {
			return err
		}
	}
	var err error
	if view.Latest, err = v.loadLatest(); err != nil {
		return err
	}
	return v.show(http.StatusOK, "account", view)
}

func (v *visit) accountOrders() error {
	view := accountView{frame: v.frame("")}
	view.Private = true
	if err := v.loadOrders(&view, ordersAPage, v.pageNumber()); err != nil {
		return err
	}
	return v.show(http.StatusOK, "orders", view)
}

// loadOrders fills the view with the visitor's orders, newest first.
func (v *visit) loadOrders(view *accountView, limit, page int) error {
	var list struct {
		Data []orderSummary `json:"data"`
		Meta listMeta       `json:"meta"`
	}
	query := url.Values{"limit": {strconv.Itoa(limit)}, "page": {strconv.Itoa(page)}}
	if err := v.get("/v1/orders", query, &list); err != nil {
		return err
	}
	view.Orders, view.Total, view.pager = list.Data, list.Meta.Total, list.Meta.pager()
	return nil
}

// orderLine is an order of a list with its address.
type orderLine struct {
	orderSummary
	URL string
}

// OrderLine is an order as lists show it.
func (a accountView) OrderLine(o orderSummary) orderLine {
	return orderLine{orderSummary: o, URL: a.To("/orders/" + o.ID)}
}

// accountLink is a page of the account in its navigation.
type accountLink struct {
	Path, Key string
	Current   bool
}

// AccountLinks are the pages of the account.
func (f frame) AccountLinks() []accountLink {
	links := []accountLink{
		{Path: "/account", Key: "account.overview"}, {Path: "/account/orders", Key: "orders"},
		{Path: "/account/returns", Key: "returns"}, {Path: "/account/notices", Key: "notices"},
		{Path: "/account/addresses", Key: "addresses"}, {Path: "/account/recipients", Key: "recipients"},
	}
	if f.v.shop().Loyalty.Enabled {
		links = append(links, accountLink{Path: "/account/points", Key: "points.vouchers"})
	}
	links = append(links, accountLink{Path: "/account/reviews", Key: "ownReviews"},
		accountLink{Path: "/account/profile", Key: "profile"}, accountLink{Path: "/account/sessions", Key: "sessions"},
		accountLink{Path: "/account/data", Key: "profile.data"})
	for i := range links {
		links[i].Current = links[i].Path == f.v.path
	}
	return links
}

// pager is where a page of a list stands among the others.
type pager struct{ Page, Pages int }

// listMeta is what the interface says of a list.
type listMeta struct {
	Total      int `json:"total"`
	Page       int `json:"page"`
	TotalPages int `json:"totalPages"`
}

func (m listMeta) pager() pager { return pager{Page: m.Page, Pages: m.TotalPages} }

// pageNumber is the page of a list that is asked for; what is no number is the first one.
func (v *visit) pageNumber() int {
	page, _ := strconv.Atoi(v.r.URL.Query().Get("page"))
	return max(page, 1)
}
