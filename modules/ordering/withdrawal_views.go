package ordering

import (
	"time"

	"orderd/platform/convert"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

// withdrawalView is a withdrawal as its buyer sees it; adminWithdrawalView has more.
type withdrawalView struct {
	ID           string               `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e89"`
	State        withdrawalState      `json:"state" example:"matched"`
	OrderID      *string              `json:"orderId" format:"uuid" doc:"null until it is matched." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	OrderNumber  string               `json:"orderNumber" doc:"As declared, until it is matched." example:"ORD-4071826651"`
	Items        []withdrawalItemView `json:"items" nullable:"false" doc:"None until it is matched."`
	RefundAmount *money.Cents         `json:"refundAmount" doc:"What goes back for it: until the goods are back, what is expected. null until it is matched." example:"58.87"`
	RefundDueAt  httpapi.Time         `json:"refundDueAt" doc:"The end of the 14th day after the receipt."`
	Reason       *string              `json:"reason" doc:"Why it is contested." example:"The seal is broken."`
	ReceivedAt   httpapi.Time         `json:"receivedAt"`
	CreatedAt    httpapi.Time         `json:"createdAt"`
	UpdatedAt    httpapi.Time         `json:"updatedAt"`

	subjectID string
}

// SchemaName is the name in the document.
func (withdrawalView) SchemaName() string { return "Withdrawal" }

// DataSubject is the buyer, or the pseudonym of the email.
func (v withdrawalView) DataSubject() string { return v.subjectID }

type withdrawalItemView struct {
	OrderItemID string `json:"orderItemId" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e80"`
	Quantity    int    `json:"quantity" example:"1"`
}

// SchemaName is the name in the document.
func (withdrawalItemView) SchemaName() string { return "WithdrawalItem" }

// adminWithdrawalView is a withdrawal as staff see it: with who declared it, and how.
type adminWithdrawalView struct {
	withdrawalView
	FullName         string          `json:"fullName" doc:"As declared; blank after an erasure." example:"Ada Lovelace"`
	Email            string          `json:"email" doc:"As declared; blank after an erasure." example:"ada@example.com"`
	Texts            []withdrawnText `json:"texts" nullable:"false" doc:"The goods in the words of the declaration; none: all."`
	SuggestedOrderID *string         `json:"suggestedOrderId" format:"uuid" doc:"The order that number and email fit, until it is matched." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	ReturnID         *string         `json:"returnId" format:"uuid" doc:"In which the goods come back." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e84"`
	Overdue          bool            `json:"overdue" doc:"Matched, and past refundDueAt." example:"false"`
}

// SchemaName is the name in the document.
func (adminWithdrawalView) SchemaName() string { return "AdminWithdrawal" }

func viewWithdrawal(w withdrawal) withdrawalView {
	return withdrawalView{
		ID: w.ID, State: w.State, OrderID: w.OrderID, OrderNumber: w.OrderNumber,
		Items: convert.All(w.Items, func(i withdrawalItem) withdrawalItemView {
			return withdrawalItemView{i.OrderItemID, i.Quantity}
		}),
		RefundAmount: w.Refund, RefundDueAt: httpapi.TimeOf(w.RefundDueAt), Reason: w.Reason,
		ReceivedAt: httpapi.TimeOf(w.ReceivedAt), CreatedAt: httpapi.TimeOf(w.CreatedAt),
		UpdatedAt: httpapi.TimeOf(w.UpdatedAt), subjectID: w.SubjectID,
	}
}

func viewAdminWithdrawal(w withdrawal, now time.Time) adminWithdrawalView {
	v := adminWithdrawalView{
		withdrawalView: viewWithdrawal(w), FullName: w.FullName, Email: w.Email, Texts: w.Texts, ReturnID: w.ReturnID,
		Overdue: w.State == withdrawalMatched && w.RefundDueAt.Before(now),
	}
	if w.OrderID == nil {
		v.SuggestedOrderID = w.SuggestedOrderID
	}
	return v
}

// orderWithdrawalView is the right of withdrawal of an order.
type orderWithdrawalView struct {
	Until *httpapi.Time    `json:"until" doc:"null before the delivery."`
	State *withdrawalState `json:"state" doc:"Of the order's withdrawal; null: none." example:"matched"`
}

// SchemaName is the name in the document.
func (orderWithdrawalView) SchemaName() string { return "OrderWithdrawal" }

// viewOrderWithdrawal is nil for an order without the right.
func (t *saleTerms) viewOrderWithdrawal(o *order) *orderWithdrawalView {
	if o.WithdrawalDays == nil {
		return nil
	}
	return &orderWithdrawalView{Until: httpapi.TimePtr(t.withdrawalUntil(o)), State: o.WithdrawalState}
}
