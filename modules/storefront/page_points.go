package storefront

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// pointsView is what a visitor has of points and vouchers.
type pointsView struct {
	frame
	pager
	Form     form
	Points   points
	Vouchers []voucher
	History  []pointsEntry
}

type points struct {
	AvailablePoints int64   `json:"availablePoints"`
	DiscountValue   float64 `json:"discountValue"` // EUR, with parts of a cent
}

type voucher struct {
	Code      string    `json:"code"`
	Value     float64   `json:"value"` // EUR, with parts of a cent
	Points    int64     `json:"points"`
	Status    string    `json:"status"` // available, spent, expired, voided
	ExpiresAt time.Time `json:"expiresAt"`
}

// pointsEntry is a change of the points.
type pointsEntry struct {
	Kind      string    `json:"kind"` // share, order, redeem, reversal, adjustment
	Points    int64     `json:"points"`
	Balance   int64     `json:"balance"`
	Note      *string   `json:"note"`
	CreatedAt time.Time `json:"createdAt"`
}

// fewestPoints is the least that can be changed into a voucher.
const fewestPoints = 500

// Fewest is the least that can be changed into a voucher.
func (p points) Fewest() int64 { return fewestPoints }

// Enough reports whether there are points to be changed.
func (p points) Enough() bool { return p.AvailablePoints >= fewestPoints }

// Missing is how many points are still to be earned before.
func (p points) Missing() int64 { return max(fewestPoints-p.AvailablePoints, 0) }

func (v *visit) points() error {
	return v.showPoints(http.StatusOK, v.again(form{Key: newKey(), Values: map[string]string{}}))
}

func (v *visit) showPoints(status int, f form) error {
	view := pointsView{frame: v.frame(""), Form: f}
	view.Private = true
	if err := v.get("/v1/loyalty/summary", nil, &view.Points); err != nil {
		return err
	}
	var vouchers struct {
		Data []voucher `json:"data"`
	}
	if err := v.get("/v1/loyalty/vouchers", url.Values{"limit": {listLimit}}, &vouchers); err != nil {
		return err
	}
	var history struct {
		Data []pointsEntry `json:"data"`
		Meta listMeta      `json:"meta"`
	}
	query := url.Values{"limit": {listLimit}, "page": {strconv.Itoa(v.pageNumber())}}
	if err := v.get("/v1/loyalty/history", query, &history); err != nil {
		return err
	}
	view.Vouchers, view.History, view.pager = vouchers.Data, history.Data, history.Meta.pager()
	if len(f.Faults) == 0 && f.Value("points") == "" {
		view.Form.Values["points"] = strconv.FormatInt(view.Points.AvailablePoints, 10)
	}
	return v.show(status, "points", view)
}

// redeem changes points into a voucher.
func (v *visit) redeem() error {
	f := v.readForm("points")
	typed := strings.NewReplacer(" ", "", ".", "", ",", "").Replace(f.Value("points"))
	wanted, err := strconv.Atoi(typed)
	if err != nil {
		f.Faults = []formFault{{Field: "points", Code: "required"}}
		return v.showPoints(http.StatusUnprocessableEntity, f)
	}
	_, err = v.do(call{
		method: http.MethodPost, path: "/v1/loyalty/redeem", body: map[string]int{"points": wanted},
		key: v.r.PostFormValue("key"),
	})
	if f.failed(err, [2]string{"/points", "points"}) {
		f.at("insufficient_points", "points")
		return v.showPoints(v.refusal(f), f)
	}
	if err != nil {
		return err
	}
	v.say("redeemed", 0)
	return v.redirect("/account/points")
}
