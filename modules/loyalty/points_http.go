package loyalty

import (
	"context"
	"net/http"
	"time"

	"gorm.io/gorm"

	"orderd/modules/loyalty/events"
	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// summaryView is the summary of a user's points.
type summaryView struct {
	AvailablePoints int64         `json:"availablePoints" example:"620"`
	PointsEarned    int64         `json:"pointsEarned" doc:"availablePoints + pointsRedeemed − points still owed." example:"1120"`
	PointsRedeemed  int64         `json:"pointsRedeemed" doc:"Without those of voided vouchers." example:"500"`
	MemberSince     *httpapi.Time `json:"memberSince" doc:"null for a moment after the registration."`
	DiscountValue   pointsValue   `json:"discountValue" doc:"EUR: points × 7.5 ÷ 2000, exact." example:"2.325"`
}

// SchemaName is the name in the document.
func (summaryView) SchemaName() string { return "LoyaltySummary" }

func viewSummary(m member, since *time.Time) summaryView {
	return summaryView{
		AvailablePoints: m.Balance, PointsEarned: max(0, m.Balance-m.Debt+m.Redeemed), PointsRedeemed: m.Redeemed,
		MemberSince: httpapi.TimePtr(since), DiscountValue: pointsValue(m.Balance),
	}
}

// entryView is an entry of the history.
type entryView struct {
	ID        string           `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Kind      events.EntryKind `json:"kind" example:"redeem"`
	Points    int64            `json:"points" doc:"Below 0: taken." example:"-500"`
	Balance   int64            `json:"balance" doc:"After it." example:"120"`
	Reference *string          `json:"reference" format:"uuid" doc:"Id of the product (share), the order (order, reversal) or the voucher (redeem; adjustment for a voided one)." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Note      *string          `json:"note" doc:"An adjustment's reason, or how many points of a reversal were no longer there." example:"For the late parcel."`
	CreatedAt httpapi.Time     `json:"createdAt"`

	subject string
}

// SchemaName is the name in the document.
func (entryView) SchemaName() string { return "LoyaltyEntry" }

// DataSubject is the member, who may be another user than the caller: an admin.
func (v entryView) DataSubject() string { return v.subject }

func viewEntry(e entry) entryView {
	return entryView{
		ID: e.ID, Kind: e.Kind, Points: e.Points, Balance: e.Balance, Reference: e.Reference, Note: e.Note,
		CreatedAt: httpapi.TimeOf(e.CreatedAt), subject: e.UserID,
	}
}

type adjustInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f" doc:"Id of the user."`
	Body struct {
		Points httpapi.Int  `json:"points" minimum:"-1000000" maximum:"1000000" doc:"Below 0: taken." example:"250"`
		Reason httpapi.Text `json:"reason" minLength:"1" maxLength:"2000" doc:"Shown to the user." example:"For the late parcel."`
	}
}

// Check returns a fault for an adjustment that changes nothing.
func (in *adjustInput) Check() []fault.Field {
	if in.Body.Points == 0 {
		return []fault.Field{{Pointer: "/points", Code: fault.OutOfRange, Detail: "must not be 0"}}
	}
	return nil
}

func (a *api) getSummary(ctx context.Context, _ *struct{}) (*httpapi.Reply[summaryView], error) {
	db, userID := a.db.WithContext(ctx), auth.MustFrom(ctx).UserID
	m, err := memberOf(db, userID)
	if err != nil {
		return nil, err
	}
	since, err := memberSince(db, userID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewSummary(m, since))
}

func (a *api) listHistory(ctx context.Context, in *httpapi.Page) (*httpapi.Reply[httpapi.List[entryView]], error) {
	found, total, err := pageOfEntries(a.db.WithContext(ctx), auth.MustFrom(ctx).UserID, *in)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.NewList(convert.All(found, viewEntry), total, *in))
}

func (a *api) adjustPoints(ctx context.Context, in *adjustInput) (*httpapi.Reply[entryView], error) {
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (entryView, error) {
		e, err := adjustPoints(ctx, tx, in.ID, int64(in.Body.Points), string(in.Body.Reason), a.clock.Now())
		return viewEntry(e), err
	})
}
