package vat

import (
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/clock"
	"orderd/platform/copies"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// The headings in the document.
const (
	tag      = "VAT ids"
	tagAdmin = "Administration: VAT ids"
)

// api answers HTTP.
type api struct {
	db       *gorm.DB
	clock    clock.Clock
	settings *copies.Copy[settings]
	wake     background.Signal // of the worker of this process
}

func (a *api) routes(r *httpapi.Router) {
	const own, all, one = "/v1/users/me/vat-id", "/v1/admin/vat-ids", "/v1/admin/vat-ids/{userId}"
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "getVatId", Method: http.MethodGet, Path: own, Tag: tag, Summary: "Read the caller's VAT id",
		Detail: "Without one it is 404. An order of a wholesale account to another member state bears no VAT while the " +
			"id is `valid`.",
		Errors: []fault.Code{fault.NotFound},
	}, a.getVATID)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "setVatId", Method: http.MethodPut, Path: own, Tag: tag, Summary: "Set the caller's VAT id",
		Detail: "Another one than before is `pending` until VIES has answered, usually within seconds; the same changes " +
			"nothing.",
		Limits: []string{"vat_id"},
	}, a.setVATID)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "deleteVatId", Method: http.MethodDelete, Path: own, Tag: tag, Status: http.StatusNoContent,
		Summary: "Delete the caller's VAT id", Detail: "Orders keep theirs.",
		Errors: []fault.Code{fault.NotFound},
	}, a.deleteVATID)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listVatIds", Scope: "customers:read", Method: http.MethodGet, Path: all, Tag: tagAdmin,
		Summary: "List VAT ids, newest first", Detail: "Those of all accounts.",
	}, a.listVATIDs)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getUserVatId", Scope: "customers:read", Method: http.MethodGet, Path: one, Tag: tagAdmin,
		Summary: "Read a user's VAT id", Detail: "With the evidence: the last 20 answers, those about former ids too.",
		Errors: []fault.Code{fault.NotFound},
	}, a.getUserVATID)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "confirmVatId", Scope: "customers:write", Method: http.MethodPost, Path: one + "/confirm", Tag: tagAdmin,
		Summary: "Confirm a user's VAT id",
		Detail: "Of an id that was proved elsewhere, such as by the qualified confirmation of the German BZSt: it is " +
			"`valid` as if VIES had said so.",
		Errors: []fault.Code{fault.NotFound},
	}, a.confirmVATID)
}
