package ordering

import (
	_ "embed"
	"net/http"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// The codes of the module's problems. errors.md says what each means and what a client can do.
const (
	codeProductNotFound       fault.Code = "product_not_found"
	codeCartEmpty             fault.Code = "cart_empty"
	codeCartChanged           fault.Code = "cart_changed"
	codeInsufficientStock     fault.Code = "insufficient_stock"
	codeTotalChanged          fault.Code = "total_changed"
	codeDiscountNotApplicable fault.Code = "code_not_applicable"
	codeTooManyOpenOrders     fault.Code = "too_many_open_orders"
	codeInvalidCode           fault.Code = "invalid_code"
	codeWithdrawalPending     fault.Code = "withdrawal_pending"
	codeLimitReached          fault.Code = "limit_reached"
)

//go:embed errors.md
var problemTexts string

// problems are the codes with their HTTP statuses, and the texts of their pages.
var problems = httpapi.Problems{
	Statuses: map[fault.Code]int{
		codeProductNotFound:       http.StatusNotFound,
		codeCartEmpty:             http.StatusConflict,
		codeCartChanged:           http.StatusConflict,
		codeInsufficientStock:     http.StatusConflict,
		codeTotalChanged:          http.StatusConflict,
		codeDiscountNotApplicable: http.StatusConflict,
		codeTooManyOpenOrders:     http.StatusConflict,
		codeInvalidCode:           http.StatusBadRequest,
		codeWithdrawalPending:     http.StatusConflict,
		codeLimitReached:          http.StatusConflict,
	},
	Texts:  problemTexts,
	German: german,
}
