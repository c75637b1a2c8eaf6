package ordering

import (
	"context"
	"net/http"
	"strings"
	"time"

	"gorm.io/gorm"

	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/grant"
	"orderd/platform/httpapi"
	"orderd/platform/onetimecode"
)

func (a *api) lookupRoutes(r *httpapi.Router) {
	const path = "/v1/orders/lookup"
	httpapi.Handle(r, httpapi.Public, httpapi.Op{
		ID: "lookUpOrder", Method: http.MethodPost, Path: path, Tag: tagOrders, Status: http.StatusAccepted,
		Summary: "Request a look-up code for a guest's order", Limits: []string{"code"},
		Detail: "Mails a code of 8 digits, good for 15 minutes, when a guest's order has the number and the email: keep " +
			"the `lookupId` for it. The answer is the same when none has, and when the email has had the mails of the hour: " +
			"then the newest of them has the code.",
	}, a.lookUpOrder)
	httpapi.Handle(r, httpapi.Public, httpapi.Op{
		ID: "verifyOrderLookup", Method: http.MethodPost, Path: path + "/verify", Tag: tagOrders,
		Summary: "Verify the look-up code of a guest's order", Secret: true, Limits: []string{"verify"},
		Errors: []fault.Code{codeInvalidCode}, Detail: "`orderToken` is good for an hour, as `X-Order-Token`.",
	}, a.verifyOrderLookup)
}

type lookUpOrderInput struct {
	Body struct {
		Number httpapi.Text  `json:"number" minLength:"1" maxLength:"40" doc:"The order's." example:"ORD-4071826651"`
		Email  httpapi.Email `json:"email" doc:"The contact's." example:"ada@example.com"`
	}
}

type verifyOrderLookupInput struct {
	Body struct {
		Number   httpapi.Text  `json:"number" minLength:"1" maxLength:"40" doc:"The order's." example:"ORD-4071826651"`
		Email    httpapi.Email `json:"email" doc:"The contact's." example:"ada@example.com"`
		Code     httpapi.Code  `json:"code" minLength:"1" maxLength:"32" doc:"8 digits." example:"08264117"`
		LookupID string        `json:"lookupId,omitempty" format:"uuid" doc:"That of orders/lookup: attempts count against it. Without it the newest code of the order is tried, which any client may ask for." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	}
}

// Check checks the form of the code.
func (in *verifyOrderLookupInput) Check() []fault.Field {
	return in.Body.Code.Check("/code", onetimecode.OrderLookup.Digits())
}

// lookupView is the answer to a request for a code. It does not depend on whether there is an
// order.
type lookupView struct {
	LookupID string `json:"lookupId" format:"uuid" doc:"For orders/lookup/verify." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`

	guestID string
}

// SchemaName is the name in the document.
func (lookupView) SchemaName() string { return "OrderLookup" }

// DataSubject is the pseudonym of the email.
func (v lookupView) DataSubject() string { return v.guestID }

// orderAccess is a guest's order, and the token that opens it.
type orderAccess struct {
	OrderToken string       `json:"orderToken" doc:"For X-Order-Token. It is stored nowhere." example:"AZnVokt8fT6fECo7TF1ufw…"`
	ExpiresAt  httpapi.Time `json:"expiresAt" example:"2026-11-20T14:00:00.000Z"`
	Order      orderView    `json:"order"`
}

// SchemaName is the name in the document.
func (orderAccess) SchemaName() string { return "OrderAccess" }

// orderNumber is a number as people type it, as orders have it.
func orderNumber(text httpapi.Text) string { return strings.ToUpper(strings.TrimSpace(string(text))) }

func (a *api) lookUpOrder(ctx context.Context, in *lookUpOrderInput) (*httpapi.Reply[lookupView], error) {
	guestID := a.Pseudonyms.OfEmail(string(in.Body.Email))
	if err := a.limits.TakeToken(ctx, "code_email", guestID+"/"+httpapi.NetworkDigest(ctx)); err != nil {
		return nil, err
	}
	number := orderNumber(in.Body.Number)
	mail, err := a.takeLookupMail(ctx, number, guestID)
	if err != nil {
		return nil, err
	}
	return httpapi.Commit(ctx, a.DB, http.StatusAccepted, func(tx *gorm.DB) (lookupView, error) {
		lookupID, err := requestLookup(ctx, tx, number, guestID, mail, a.Clock.Now())
		return lookupView{LookupID: lookupID, guestID: guestID}, err
	})
}

// takeLookupMail reports whether a mail may leave for a request. The mails are limited by the email
// alone, without a word to the caller. A request without an order sends none, and counts by itself:
// who knows the email alone uses up none of the owner's mails.
func (a *api) takeLookupMail(ctx context.Context, number, guestID string) (bool, error) {
	known, err := hasGuestOrder(a.DB.WithContext(ctx), number, guestID)
	if err != nil {
		return false, err
	}
	kind := string(onetimecode.OrderLookup)
	if !known {
		kind += "_unknown"
	}
	return a.limits.HasToken(ctx, "code_mails", kind+"/"+guestID)
}

func (a *api) verifyOrderLookup(ctx context.Context, in *verifyOrderLookupInput) (*httpapi.Reply[orderAccess], error) {
	guestID := a.Pseudonyms.OfEmail(string(in.Body.Email))
	l, err := checkLookupCode(ctx, a.DB, a.Config.Secret, submittedCode{
		Number: orderNumber(in.Body.Number), GuestID: guestID, Network: httpapi.NetworkDigest(ctx),
		Code: string(in.Body.Code), Named: in.Body.LookupID,
	}, a.Clock.Now())
	if err != nil {
		return nil, err
	}
	ctx = eventbus.WithActor(ctx, guestActor(guestID))
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (orderAccess, error) {
		now := a.Clock.Now()
		o, err := openLookup(ctx, tx, l, now)
		if err != nil {
			return orderAccess{}, err
		}
		g := grant.Grant{
			Resource: o.ID, Holder: guestID, Kind: grant.Proved, ExpiresAt: now.Add(grant.ShortLife).Truncate(time.Second),
		}
		return orderAccess{OrderToken: grant.Sign(a.Config.Secret, g), ExpiresAt: httpapi.Time(g.ExpiresAt),
			Order: a.terms().buyerView(o, now)}, nil
	})
}
