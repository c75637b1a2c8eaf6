package loyalty

import (
	"context"
	"net/http"

	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) adminRoutes(r *httpapi.Router) {
	const one = "/v1/admin/loyalty/{id}"
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getUserLoyalty", Scope: "customers:read", Method: http.MethodGet, Path: one, Tag: tagAdmin,
		Summary: "Read a user's points",
		Detail:  "What the user reads by `getLoyaltySummary`.", Errors: []fault.Code{fault.NotFound},
	}, a.getUserSummary)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listUserLoyaltyHistory", Scope: "customers:read", Method: http.MethodGet, Path: one + "/history", Tag: tagAdmin,
		Summary: "List a user's points ledger, newest first",
		Detail:  "Each entry has the `balance` after it.", Errors: []fault.Code{fault.NotFound},
	}, a.listUserHistory)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listUserVouchers", Scope: "customers:read", Method: http.MethodGet, Path: one + "/vouchers", Tag: tagAdmin,
		Summary: "List a user's vouchers, newest first",
		Detail:  "Their codes work for this user alone.", Errors: []fault.Code{fault.NotFound},
	}, a.listUserVouchers)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "adjustPoints", Scope: "loyalty:adjust", Method: http.MethodPost, Path: one + "/adjust", Tag: tagAdmin,
		Summary: "Adjust a user's points", Detail: "The user sees the entry, with its reason, in the history.",
		Errors: []fault.Code{fault.NotFound, codeInsufficientPoints},
	}, a.adjustPoints)
}

type memberInput struct {
	ID string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f" doc:"Id of the user."`
}

type memberPageInput struct {
	httpapi.Page
	ID string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f" doc:"Id of the user."`
}

func (a *api) getUserSummary(ctx context.Context, in *memberInput) (*httpapi.Reply[summaryView], error) {
	db := a.db.WithContext(ctx)
	known, err := knownAccount(db, in.ID)
	if err != nil {
		return nil, err
	}
	m, err := memberOf(db, known.UserID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewSummary(m, known.CreatedAt))
}

func (a *api) listUserHistory(
	ctx context.Context, in *memberPageInput,
) (*httpapi.Reply[httpapi.List[entryView]], error) {
	db := a.db.WithContext(ctx)
	if _, err := knownAccount(db, in.ID); err != nil {
		return nil, err
	}
	found, total, err := pageOfEntries(db, in.ID, in.Page)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.NewList(convert.All(found, viewEntry), total, in.Page))
}

func (a *api) listUserVouchers(
	ctx context.Context, in *memberPageInput,
) (*httpapi.Reply[httpapi.List[voucherView]], error) {
	db := a.db.WithContext(ctx)
	if _, err := knownAccount(db, in.ID); err != nil {
		return nil, err
	}
	found, total, err := pageOfVouchers(db, in.ID, in.Page)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.NewList(convert.All(found, viewVoucher), total, in.Page))
}
