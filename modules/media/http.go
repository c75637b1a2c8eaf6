package media

import (
	"context"
	"net/http"

	shop "orderd/modules/shop/events"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// tag is the heading in the document.
const tag = "Administration: media"

// api answers HTTP.
type api struct{ *library }

func (a *api) routes(r *httpapi.Router) {
	httpapi.HandleFileUpload(r, httpapi.Admin, httpapi.Op{
		ID: "uploadMedia", Scope: "products:write", Method: http.MethodPost, Path: "/v1/admin/media", Tag: tag,
		Status: http.StatusCreated, Summary: "Upload a picture",
		Detail: "JPEG, PNG or WebP by its content, not animated, at most 8 MiB and 40 megapixels (16 of a progressive " +
			"JPEG in CMYK). It is decoded, turned as EXIF says, converted to sRGB and encoded anew, without metadata. The " +
			"`renditions`, WebP, are made a moment later; until then their addresses answer with the original. Everybody may " +
			"read the addresses. Products name a picture by `images[].mediaId`; one that nothing names for 30 days is deleted.",
	}, maxFile, a.upload)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listMedia", Scope: "products:read", Method: http.MethodGet, Path: "/v1/admin/media", Tag: tag,
		Summary: "List pictures, newest first",
		Detail:  "Those that products name, and those that wait for it.",
	}, a.list)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "deleteMedia", Scope: "products:write", Method: http.MethodDelete, Path: "/v1/admin/media/{id}", Tag: tag,
		Summary: "Delete a picture that nothing names",
		Detail:  "What is saved with it at the same moment, a product or the shop's profile, keeps it.",
		Errors:  []fault.Code{fault.InUse},
		ProblemMembers: map[fault.Code]any{fault.InUse: inUseMembers{
			Products: []ownerView{{ID: "0199d5a1-93c4-7a50-8b1c-6d2e3f405162", Name: "Espresso cup"}}, ProductCount: 1,
			Brands: []ownerView{}, Categories: []ownerView{}, Collections: []ownerView{},
			Groups: []shop.Group{shop.GroupProfile},
		}},
	}, a.delete)
	a.fetchRoutes(r)
	r.MountFiles("/media/:id/:name", func(ctx context.Context, param func(string) string) (httpapi.File, error) {
		return a.find(ctx, param("id"), param("name"))
	})
}
