package loyalty

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/httpapi"
)

// redemptionView is the result of a redemption.
type redemptionView struct {
	PointsRedeemed  int64       `json:"pointsRedeemed" example:"500"`
	DiscountValue   pointsValue `json:"discountValue" doc:"EUR: points × 7.5 ÷ 2000, exact." example:"1.875"`
	RemainingPoints int64       `json:"remainingPoints" example:"120"`
}

// voucherView is a voucher.
type voucherView struct {
	ID        string                 `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Code      string                 `json:"code" doc:"For the cart." example:"PTS-7QKD-M2XA-VH4T-J5RB"`
	Value     pointsValue            `json:"value" doc:"EUR; an order takes off whole cents for all its vouchers together." example:"1.875"`
	Points    int64                  `json:"points" example:"500"`
	Status    ordering.VoucherStatus `json:"status" example:"available"`
	ExpiresAt httpapi.Time           `json:"expiresAt"`
}

func viewVoucher(v voucher) voucherView {
	return voucherView{
		ID: v.ID, Code: v.Code, Value: pointsValue(v.Points), Points: v.Points, Status: v.Status,
		ExpiresAt: httpapi.TimeOf(v.ExpiresAt),
	}
}

type redeemInput struct {
	Body struct {
		Points httpapi.Int `json:"points" minimum:"500" example:"500"`
	}
}

func (a *api) redeemPoints(ctx context.Context, in *redeemInput) (*httpapi.Reply[redemptionView], error) {
	userID, points := auth.MustFrom(ctx).UserID, int64(in.Body.Points)
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (redemptionView, error) {
		e, err := redeemPoints(ctx, tx, userID, points, a.settings.Current().voucherLife(), a.clock.Now())
		return redemptionView{PointsRedeemed: points, DiscountValue: pointsValue(points), RemainingPoints: e.Balance}, err
	})
}

func (a *api) listVouchers(ctx context.Context, in *httpapi.Page) (*httpapi.Reply[httpapi.List[voucherView]], error) {
	found, total, err := pageOfVouchers(a.db.WithContext(ctx), auth.MustFrom(ctx).UserID, *in)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.NewList(convert.All(found, viewVoucher), total, *in))
}
