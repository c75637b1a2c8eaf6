package seed

import (
	"context"
	"embed"
	"fmt"
	"net/http"
	"path"
	"strings"

	"golang.org/x/sync/errgroup"

	"orderd/cmd/orderd/app/client"
)

// pictures are the pictures of the demo shop by the products' slugs. `make demo-pictures` draws
// them.
//
//go:embed pictures/*.webp
var pictures embed.FS

// uploads is how many pictures travel at a time.
const uploads = 4

// pictureFile is the name of a product's picture in pictures.
func (p product) pictureFile() string { return "pictures/" + p.slug() + ".webp" }

// uploadPictures uploads the pictures of the products and returns their ids. A picture that is
// there, from a run that was cut off, is known by its name. All ids are "" where the service runs
// without the module media.
func (s *seeder) uploadPictures(ctx context.Context, of []product) ([]string, error) {
	ids := make([]string, len(of))
	known, err := s.uploadedPictures(ctx)
	if client.IsProblem(err, "not_found", "misdirected_request") {
		return ids, nil
	}
	if err != nil {
		return nil, err
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(uploads)
	for i, p := range of {
		group.Go(func() (err error) {
			var there bool
			if ids[i], there = known[p.slug()]; !there {
				ids[i], err = s.uploadPicture(ctx, p)
			}
			return err
		})
	}
	return ids, group.Wait()
}

// uploadedPictures returns the ids of the pictures that are there, by their names.
func (s *seeder) uploadedPictures(ctx context.Context) (map[string]string, error) {
	there, err := listAll[struct{ ID, Name string }](ctx, s, "/v1/admin/media")
	known := map[string]string{}
	for _, m := range there {
		known[strings.TrimSuffix(m.Name, path.Ext(m.Name))] = m.ID
	}
	return known, err
}

func (s *seeder) uploadPicture(ctx context.Context, p product) (string, error) {
	file, err := pictures.ReadFile(p.pictureFile())
	if err != nil {
		return "", err
	}
	var made struct{ ID string }
	if err := s.Upload(ctx, "/v1/admin/media", path.Base(p.pictureFile()), file, &made); err != nil {
		return "", fmt.Errorf("the picture of %s: %w", p.Name, err)
	}
	return made.ID, nil
}

// FormerPictures are the pictures at the addresses that they had before they were uploaded.
func FormerPictures() map[string]http.Handler {
	all := map[string]http.Handler{}
	for _, p := range demo.Products {
		all["/media/demo/"+p.slug()+".svg"] = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
			w.Header().Set("Cache-Control", "public, max-age=86400")
			http.ServeFileFS(w, r, pictures, p.pictureFile())
		})
	}
	return all
}
