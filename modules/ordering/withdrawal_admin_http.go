package ordering

import (
	"context"
	"errors"
	"net/http"
	"time"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) withdrawalAdminRoutes(r *httpapi.Router) {
	op := func(id string, scope auth.Scope, method, path, summary, detail string, errors ...fault.Code) httpapi.Op {
		return httpapi.Op{
			ID: id, Scope: scope, Method: method, Path: "/v1/admin/withdrawals" + path, Tag: tagWithdrawalAdmin,
			Summary: summary, Detail: detail, Errors: errors, ProblemMembers: withdrawalMembers,
		}
	}
	httpapi.Handle(r, httpapi.Admin, op("listWithdrawals", "orders:read", http.MethodGet, "",
		"List withdrawals, newest first",
		"A `received` one waits for its order to be found, a `matched` one for its goods and its money. All filters "+
			"given must match."), a.listWithdrawals)
	httpapi.Handle(r, httpapi.Admin, op("getWithdrawal", "orders:read", http.MethodGet, "/{id}", "Read a withdrawal",
		"With who declared it, and how.", fault.NotFound), a.getWithdrawal)
	httpapi.Handle(r, httpapi.Admin, op("matchWithdrawal", "refunds:write", http.MethodPost, "/{id}/match",
		"Say which order a withdrawal is about",
		"Only for a `received` or `contested` one, also after the order's time. It takes effect as if the buyer had "+
			"withdrawn from the order.", fault.NotFound, fault.InvalidTransition), a.matchWithdrawal)
	httpapi.Handle(r, httpapi.Admin, op("contestWithdrawal", "refunds:write", http.MethodPost, "/{id}/contest",
		"Contest a withdrawal",
		"Only for a `received` one, or a `matched` one whose return is not received: it is rejected. The reason is "+
			"mailed.", fault.NotFound, fault.InvalidTransition), a.contestWithdrawal)
}

type listWithdrawalsInput struct {
	httpapi.Page
	State   httpapi.ListParam[withdrawalState] `query:"state" doc:"Any of these."`
	Overdue bool                               `query:"overdue" doc:"true: only matched ones past refundDueAt."`
	Q       string                             `query:"q" maxLength:"200" doc:"Words of the order's number, the email and the name." example:"lovelace"`
}

type withdrawalInput struct {
	ID string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e89"`
}

type matchWithdrawalInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e89"`
	Body struct {
		OrderID string         `json:"orderId" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
		Items   []lineQuantity `json:"items,omitempty" minItems:"1" maxItems:"100" doc:"Default: all that may be."`
	}
}

type contestWithdrawalInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e89"`
	Body struct {
		Reason httpapi.Text `json:"reason" minLength:"1" maxLength:"1000" doc:"Mailed to who declared it." example:"The seal is broken."`
	}
}

func (a *api) listWithdrawals(
	ctx context.Context, in *listWithdrawalsInput,
) (*httpapi.Reply[httpapi.List[adminWithdrawalView]], error) {
	now := a.Clock.Now()
	filter := withdrawalFilter{State: in.State, Overdue: in.Overdue, Q: in.Q, Now: now}
	found, total, err := pageOfWithdrawals(a.DB.WithContext(ctx), filter, in.Page)
	if err != nil {
		return nil, err
	}
	views := convert.All(found, func(w withdrawal) adminWithdrawalView { return viewAdminWithdrawal(w, now) })
	return httpapi.OK(httpapi.NewList(views, total, in.Page))
}

func (a *api) getWithdrawal(ctx context.Context, in *withdrawalInput) (*httpapi.Reply[adminWithdrawalView], error) {
	w, err := loadWithdrawal(a.DB.WithContext(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewAdminWithdrawal(w, a.Clock.Now()))
}

func (a *api) matchWithdrawal(
	ctx context.Context, in *matchWithdrawalInput,
) (*httpapi.Reply[adminWithdrawalView], error) {
	return a.decideWithdrawal(ctx, in.ID, func(tx *gorm.DB, now time.Time) (withdrawal, error) {
		return matchWithdrawal(ctx, tx, in.ID, in.Body.OrderID, in.Body.Items, now)
	})
}

func (a *api) contestWithdrawal(
	ctx context.Context, in *contestWithdrawalInput,
) (*httpapi.Reply[adminWithdrawalView], error) {
	return a.decideWithdrawal(ctx, in.ID, func(tx *gorm.DB, now time.Time) (withdrawal, error) {
		return contestWithdrawal(ctx, tx, in.ID, string(in.Body.Reason), now)
	})
}

// decideWithdrawal runs an admin's command on a withdrawal and answers with what it leaves.
func (a *api) decideWithdrawal(
	ctx context.Context, withdrawalID string, command func(tx *gorm.DB, now time.Time) (withdrawal, error),
) (*httpapi.Reply[adminWithdrawalView], error) {
	reply, err := httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (adminWithdrawalView, error) {
		now := a.Clock.Now()
		w, err := command(tx, now)
		return viewAdminWithdrawal(w, now), err
	})
	return reply, a.withCurrentOfWithdrawal(ctx, err, withdrawalID)
}

// currentOfWithdrawal is what problems with invalid_transition of a withdrawal carry.
type currentOfWithdrawal struct {
	Current *orderState `json:"current" doc:"Its order as it is now. null: it names none."`
}

// SchemaName is the name in the document: problems of orders always name one.
func (currentOfWithdrawal) SchemaName() string { return "WithdrawalTransition" }

// withdrawalMembers are an example of the members of a withdrawal's invalid_transition.
var withdrawalMembers = map[fault.Code]any{
	fault.InvalidTransition: currentOfWithdrawal{new(exampleOrderState)},
}

// withCurrentOfWithdrawal is withCurrent for the order of a withdrawal, if it has one.
func (a *api) withCurrentOfWithdrawal(ctx context.Context, err error, withdrawalID string) error {
	refused, ok := errors.AsType[*fault.Fault](err)
	if !ok || refused.Code != fault.InvalidTransition {
		return err
	}
	w, err := database.ByID[withdrawal](a.DB.WithContext(ctx), withdrawalID)
	if err != nil {
		return err
	}
	if w.about() == nil {
		return refused.WithMembers(currentOfWithdrawal{})
	}
	return a.withCurrent(ctx, refused, *w.about())
}
