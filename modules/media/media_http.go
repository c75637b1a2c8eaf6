package media

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/modules/media/events"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// mediaView is a picture as admins see it.
type mediaView struct {
	ID          string             `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	URL         string             `json:"url" example:"https://api.example.com/media/0199d5a1-93c4-7a50-8b1c-6d2e3f405162/cup.jpg"`
	Name        string             `json:"name" doc:"The last part of the address." example:"cup.jpg"`
	Width       int                `json:"width" example:"1600"`
	Height      int                `json:"height" example:"1200"`
	Bytes       int64              `json:"bytes" example:"184320"`
	ContentType string             `json:"contentType" example:"image/jpeg"`
	Renditions  []events.Rendition `json:"renditions" nullable:"false" doc:"Smaller copies, smallest first; none as wide as the original."`
	CreatedAt   httpapi.Time       `json:"createdAt"`
}

// SchemaName is the name in the document.
func (mediaView) SchemaName() string { return "Media" }

// Location is the address of a new picture.
func (v mediaView) Location() string { return v.URL }

func (a *api) view(m medium, copies []rendition) mediaView {
	return mediaView{
		ID: m.ID, URL: a.addressOf(m.ID, m.Name), Name: m.Name, Width: m.Width, Height: m.Height, Bytes: m.Bytes,
		ContentType: m.ContentType,
		Renditions:  a.inEvent(copies), CreatedAt: httpapi.TimeOf(m.CreatedAt),
	}
}

func (a *api) upload(ctx context.Context, _ *struct{}, file httpapi.UploadedFile) (*httpapi.Reply[mediaView], error) {
	m, copies, err := a.beginUpload(ctx, file.Name, file)
	if err != nil {
		return nil, err
	}
	// The state of the row decides whether there is something to abandon: another request with the
	// key may be answered, and whether a COMMIT that failed is done is unknown.
	defer a.abandonUpload(ctx, m)
	return httpapi.Commit(ctx, a.DB, http.StatusCreated, func(tx *gorm.DB) (mediaView, error) {
		return a.view(m, copies), a.finishUpload(ctx, tx, m, copies, a.Clock.Now())
	})
}

type listInput struct {
	httpapi.Page
	Q string `query:"q" maxLength:"200" doc:"Words of which each is part of the name, without regard to case and accents; or a whole id."`
}

func (a *api) list(ctx context.Context, in *listInput) (*httpapi.Reply[httpapi.List[mediaView]], error) {
	db := a.DB.WithContext(ctx)
	found, total, err := pageOfMedia(db, in.Q, in.Page)
	if err != nil {
		return nil, err
	}
	copies, err := renditionsOf(db, convert.All(found, func(m medium) string { return m.ID })...)
	if err != nil {
		return nil, err
	}
	of := map[string][]rendition{}
	for _, r := range copies {
		of[r.MediaID] = append(of[r.MediaID], r)
	}
	views := convert.All(found, func(m medium) mediaView { return a.view(m, of[m.ID]) })
	return httpapi.OK(httpapi.NewList(views, total, in.Page))
}

type mediaIDInput struct {
	ID string `path:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
}

func (a *api) delete(ctx context.Context, in *mediaIDInput) (*httpapi.Reply[httpapi.None], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, deleteMedia(ctx, tx, in.ID, a.Clock.Now())
	})
}

// find is the file at an address. A copy that is not made yet is the original for now.
func (a *api) find(ctx context.Context, mediaID, name string) (httpapi.File, error) {
	db := a.DB.WithContext(ctx)
	m, err := servedMedium(db, mediaID)
	if err != nil {
		return httpapi.File{}, err
	}
	original := a.file(m, m.object(), m.ContentType, m.Digest, m.Bytes)
	if name == m.Name {
		return original, nil
	}
	r, err := renditionByName(db, m.ID, name)
	switch {
	case fault.Is(err, fault.NotFound):
		return a.findFormer(db, m, original, name)
	case err != nil:
		return httpapi.File{}, err
	case r.Status != renditionReady:
		original.Changes = true
		return original, nil
	}
	return a.file(m, r.object(), typeWebP, r.Digest, r.Bytes), nil
}

// findFormer is the file at an address from before the copies were WebP. One that was not made then
// is the original.
func (a *api) findFormer(db *gorm.DB, m medium, original httpapi.File, name string) (httpapi.File, error) {
	r, err := formerRenditionByName(db, m.ID, name)
	switch {
	case fault.Is(err, fault.NotFound):
		return httpapi.File{}, fault.New(fault.NotFound, "There is no such picture.")
	case err != nil:
		return httpapi.File{}, err
	case r.Status != renditionReady:
		original.Changes = true
		return original, nil
	}
	return a.file(m, r.object(), r.ContentType, r.Digest, r.Bytes), nil
}
