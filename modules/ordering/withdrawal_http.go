package ordering

import (
	"context"
	"fmt"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) withdrawalRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Public, httpapi.Op{
		ID: "declareWithdrawal", Method: http.MethodPost, Path: "/v1/withdrawals", Tag: tagWithdrawals,
		Status: http.StatusAccepted, Summary: "Withdraw from a contract", Limits: []string{"withdrawal"},
		Detail: "For consumers without their order at hand. It counts from its receipt, which a mail confirms at once, " +
			"with the content, the day and the time; staff find the order. The answer is the same whether there is one.",
	}, a.declareWithdrawal)
	httpapi.Handle(r, httpapi.UserOrGuest, httpapi.Op{
		ID: "withdrawFromOrder", Guest: orderToken, Method: http.MethodPost, Path: "/v1/orders/{id}/withdraw",
		Tag: tagWithdrawals, Status: http.StatusCreated, Summary: "Withdraw from an order",
		Detail: "Until `withdrawal.until` of the order, from all that may be, or from the items. All of an order that was " +
			"not shipped is cancelled; else a return is approved once the order is delivered. A mail confirms the receipt.",
		Errors: []fault.Code{fault.NotFound, fault.InvalidTransition}, ProblemMembers: transitionMembers,
	}, a.withdrawFromOrder)
}

type declareWithdrawalInput struct {
	Body struct {
		OrderNumber httpapi.Text     `json:"orderNumber" minLength:"1" maxLength:"40" example:"ORD-4071826651"`
		FullName    httpapi.Text     `json:"fullName" minLength:"1" maxLength:"200" doc:"Without a URL." example:"Ada Lovelace"`
		Email       httpapi.Email    `json:"email" doc:"Where the receipt is mailed." example:"ada@example.com"`
		Items       []withdrawnText  `json:"items,omitempty" maxItems:"20" doc:"The goods in words. Default: all of the order."`
		Locale      httpapi.Language `json:"locale,omitempty" doc:"Default: by Accept-Language, else the shop's." example:"de"`
	}
}

// Check refuses a name or text with a URL: whoever declares with another person's email chooses
// what is in the mail, and must not advertise with it.
func (in *declareWithdrawalInput) Check() []fault.Field {
	invalid := withoutURL("/fullName", in.Body.FullName)
	for n, i := range in.Body.Items {
		if hasURL(string(i.Text)) {
			invalid = append(invalid, fault.Field{
				Pointer: fmt.Sprintf("/items/%d/text", n), Code: fault.BadFormat, Detail: "must be a text without a URL",
			})
		}
	}
	if hasURL(string(in.Body.OrderNumber)) {
		invalid = append(invalid, fault.Field{
			Pointer: "/orderNumber", Code: fault.BadFormat, Detail: "must be a text without a URL",
		})
	}
	return invalid
}

// withdrawalReceipt is the answer to a declaration. It does not depend on whether there is an
// order.
type withdrawalReceipt struct {
	ID         string       `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e89"`
	ReceivedAt httpapi.Time `json:"receivedAt"`

	emailID string
}

// SchemaName is the name in the document.
func (withdrawalReceipt) SchemaName() string { return "WithdrawalReceipt" }

// DataSubject is the pseudonym of the email.
func (v withdrawalReceipt) DataSubject() string { return v.emailID }

func (a *api) declareWithdrawal(
	ctx context.Context, in *declareWithdrawalInput,
) (*httpapi.Reply[withdrawalReceipt], error) {
	d := declaration{
		OrderNumber: orderNumber(in.Body.OrderNumber), FullName: string(in.Body.FullName), Email: string(in.Body.Email),
		EmailID: a.Pseudonyms.OfEmail(string(in.Body.Email)), Locale: httpapi.Locale(ctx, in.Body.Locale),
		Texts: in.Body.Items,
	}
	if err := a.limits.TakeToken(ctx, "withdrawal_email", d.EmailID); err != nil {
		return nil, err
	}
	return httpapi.Commit(ctx, a.DB, http.StatusAccepted, func(tx *gorm.DB) (withdrawalReceipt, error) {
		w, err := declareWithdrawal(ctx, tx, a.terms(), d, a.Clock.Now())
		return withdrawalReceipt{ID: w.ID, ReceivedAt: httpapi.TimeOf(w.ReceivedAt), emailID: d.EmailID}, err
	})
}

type withdrawFromOrderInput struct {
	httpapi.PathID
	Body *struct {
		Items []lineQuantity `json:"items,omitempty" minItems:"1" maxItems:"100" doc:"Default: all that may be."`
	}
}

func (a *api) withdrawFromOrder(
	ctx context.Context, in *withdrawFromOrderInput,
) (*httpapi.Reply[withdrawalView], error) {
	ctx, caller, err := a.callerOfOrder(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	var requested []lineQuantity
	if in.Body != nil {
		requested = in.Body.Items
	}
	reply, err := httpapi.Commit(ctx, a.DB, http.StatusCreated, func(tx *gorm.DB) (withdrawalView, error) {
		w, err := withdrawFrom(ctx, tx, a.terms(), caller, in.ID, requested, a.Clock.Now())
		return viewWithdrawal(w), err
	})
	return reply, a.withCurrentOf(ctx, err, caller, in.ID)
}
