package ordering

import (
	"context"
	"net/http"
	"time"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

func (a *api) refundRoutes(r *httpapi.Router) {
	refund := adminCommand("refundOrder", "refund", "refunds:write", "Send money back",
		"Without a return of goods, the way it came: what came through the card provider goes back through it, the rest "+
			"by hand, as a second refund. Names units of lines, a part of the shipping and an amount of goodwill; without "+
			"any of them it is all that is left. Points follow the goods. Both wait: for the provider, or until staff "+
			"confirm that they have sent it; then a mail follows.")
	refund.StepUp = httpapi.StepUpUsual
	httpapi.Handle(r, httpapi.Admin, refund, a.refundOrder)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listRefunds", Scope: "orders:read", Method: http.MethodGet, Path: "/v1/admin/refunds", Tag: tagRefundAdmin,
		Summary: "List all refunds",
		Detail: "Newest first; the oldest first with `status=pending`. A `pending` one of the channel `manual` waits " +
			"until staff have sent the money and confirm it. All filters given must match.",
	}, a.listRefunds)
	httpapi.Handle(r, httpapi.Admin, refundCommand("confirmRefund", "confirm", "Confirm that a refund by hand was sent",
		"Only for a `pending` one of the channel `manual`. The money counts as sent; the buyer gets a "+
			"mail."), a.confirmRefund)
	httpapi.Handle(r, httpapi.Admin, refundCommand("failRefund", "fail", "Note that a refund by hand cannot be sent",
		"Only for a `pending` one of the channel `manual`. Its amount is refundable again; nothing is mailed."), a.failRefund)
}

// refundCommand describes an admin's command on a refund.
func refundCommand(id, command, summary, detail string) httpapi.Op {
	return httpapi.Op{
		ID: id, Scope: "refunds:write", Method: http.MethodPost, Path: "/v1/admin/refunds/{id}/" + command,
		Tag:     tagRefundAdmin,
		Summary: summary, Detail: detail, Errors: []fault.Code{fault.NotFound, fault.InvalidTransition},
		ProblemMembers: transitionMembers,
	}
}

type refundInput struct {
	httpapi.PathID
	Body struct {
		Items    []lineQuantity `json:"items,omitempty" maxItems:"100" doc:"Goods, at what was paid for them."`
		Shipping *money.Cents   `json:"shipping,omitempty" minimum:"0.01" doc:"Of the shipping." example:"4.9"`
		Amount   *money.Cents   `json:"amount,omitempty" minimum:"0.01" doc:"Goodwill: for neither goods nor shipping." example:"19.99"`
		Reason   httpapi.Text   `json:"reason" minLength:"1" maxLength:"500" doc:"Shown to the buyer." example:"One was broken."`
	}
}

func (in *refundInput) request() refundRequest {
	q := refundRequest{Items: in.Body.Items, Reason: string(in.Body.Reason)}
	if in.Body.Shipping != nil {
		q.Shipping = *in.Body.Shipping
	}
	if in.Body.Amount != nil {
		q.Amount = *in.Body.Amount
	}
	return q
}

// refundOrder answers a request for more than is left with the fields that ask for it. One that is
// overtaken by another is InvalidTransition.
func (a *api) refundOrder(ctx context.Context, in *refundInput) (*httpapi.Reply[adminOrderView], error) {
	o, err := loadCurrent(a.DB.WithContext(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	if o.refundable() > 0 {
		_, exceeds, err := planRefund(&o, in.request())
		if err != nil {
			return nil, err
		}
		if len(exceeds) > 0 {
			return nil, fault.Invalid(exceeds...)
		}
	}
	return a.answerAdmin(ctx, in.ID, func(tx *gorm.DB, now time.Time) (*order, error) {
		return refundOrder(ctx, tx, a.terms(), in.ID, in.request(), now)
	})
}

type listRefundsInput struct {
	httpapi.Page
	Status  httpapi.ListParam[refundStatus]  `query:"status" doc:"Any of these."`
	Channel httpapi.ListParam[refundChannel] `query:"channel" doc:"Any of these."`
	OrderID string                           `query:"orderId" format:"uuid" doc:"Of the order." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
}

func (a *api) listRefunds(
	ctx context.Context, in *listRefundsInput,
) (*httpapi.Reply[httpapi.List[listedRefundView]], error) {
	found, total, err := pageOfRefunds(a.DB.WithContext(ctx), refundFilter{in.Status, in.Channel, in.OrderID}, in.Page)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.NewList(convert.All(found, viewListedRefund), total, in.Page))
}

type confirmRefundInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e82"`
	Body *struct {
		Reference *httpapi.Text `json:"reference,omitempty" minLength:"1" maxLength:"200" doc:"Of the transfer, for staff." example:"2026-11-26 / 4711"`
	}
}

type failRefundInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e82"`
	Body struct {
		Reason httpapi.Text `json:"reason" minLength:"1" maxLength:"500" doc:"For staff." example:"The account is closed."`
	}
}

func (a *api) confirmRefund(ctx context.Context, in *confirmRefundInput) (*httpapi.Reply[listedRefundView], error) {
	var reference *string
	if in.Body != nil && in.Body.Reference != nil {
		reference = new(string(*in.Body.Reference))
	}
	return a.answerRefund(ctx, in.ID, func(tx *gorm.DB, now time.Time) (refund, error) {
		return confirmRefund(ctx, tx, a.terms(), in.ID, reference, now)
	})
}

func (a *api) failRefund(ctx context.Context, in *failRefundInput) (*httpapi.Reply[listedRefundView], error) {
	return a.answerRefund(ctx, in.ID, func(tx *gorm.DB, now time.Time) (refund, error) {
		return failRefund(ctx, tx, a.terms(), in.ID, string(in.Body.Reason), now)
	})
}

// answerRefund runs an admin's command on a refund and answers with the refund that it returns.
func (a *api) answerRefund(
	ctx context.Context, refundID string, command func(tx *gorm.DB, now time.Time) (refund, error),
) (*httpapi.Reply[listedRefundView], error) {
	reply, err := httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (listedRefundView, error) {
		r, err := command(tx, a.Clock.Now())
		if err != nil {
			return listedRefundView{}, err
		}
		return viewListedRefund(r), nil
	})
	load := func() (order, error) { return loadCurrentOfRefund(a.DB.WithContext(ctx), refundID) }
	return reply, withCurrent(err, load, (*order).adminActions)
}
