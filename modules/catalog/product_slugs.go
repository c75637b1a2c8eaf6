package catalog

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/httpapi"
)

// maxSlugs is how many products a part of the list of slugs has.
const maxSlugs = 50_000

// cachedWriter is the response of a stream with an ETag.
type cachedWriter interface {
	io.Writer
	NotModified(etag string) bool
}

// exportSlugs writes the slugs of active products whose ids come after the given one. Its ETag is
// the version of the catalogue, which every change of a slug raises. It reads in batches, as export
// does: so the ETag is a weak one, because a change while it writes may be in the response already.
func (r *readers) exportSlugs(ctx context.Context, after string, w cachedWriter) error {
	begin, err := r.reads.Position(ctx)
	if err != nil {
		return err
	}
	var state catalogState
	err = r.reads.ReadSince(ctx, begin, func(db *gorm.DB) (err error) {
		state, err = database.Take[catalogState](db)
		return err
	})
	if err != nil || w.NotModified(fmt.Sprintf(`"%d.%s"`, state.Version, after)) {
		return err
	}
	out := bufio.NewWriterSize(w, 32<<10)
	_, _ = out.WriteString(`{"data":[`) // Flush returns the error
	last, next := cmp.Or(after, beforeAll), "null"
	for written := 0; ; {
		const batch = 1000
		var products []product
		err := r.reads.ReadSince(ctx, begin, func(db *gorm.DB) (err error) {
			products, err = loadSlugsAfter(db, last, batch)
			return err
		})
		if err != nil {
			return err
		}
		for _, p := range products {
			if written == maxSlugs {
				next = `"` + last + `"`
				break
			}
			if err := writeSlug(out, p, written == 0); err != nil {
				return err
			}
			written, last = written+1, p.ID
		}
		if len(products) < batch || next != "null" {
			break
		}
	}
	_, _ = out.WriteString(`],"next":` + next + `}`)
	return out.Flush()
}

func writeSlug(w *bufio.Writer, p product, first bool) error {
	row, err := json.Marshal(slugView{p.ID, p.Slug, httpapi.TimeOf(p.UpdatedAt)})
	if err != nil {
		return err
	}
	if !first {
		_ = w.WriteByte(',')
	}
	_, err = w.Write(row)
	return err
}
