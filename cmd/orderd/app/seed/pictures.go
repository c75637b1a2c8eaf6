package seed

import (
	"context"
	"embed"
	"fmt"
	"net/http"
	"path"
	"strings"

	"golang.org/x/sync/errgroup"
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

// uploadPictures begins to upload the pictures of the products, and returns the function that waits
// for the id of each. A picture that is there, from a run that was cut off, is known by its name.
func (s *seeder) uploadPictures(ctx context.Context, of []product) (func(i int) (string, error), error) {
	known := map[string]string{}
	if len(of) > 0 {
		there, err := listAll[struct{ ID, Name string }](ctx, s, "/v1/admin/media")
		if err != nil {
			return nil, err
		}
		for _, m := range there {
			known[strings.TrimSuffix(m.Name, path.Ext(m.Name))] = m.ID
		}
	}
	group, ctx := errgroup.WithContext(ctx)
	next, ids := make(chan int, len(of)), make([]chan string, len(of))
	for i := range of {
		ids[i] = make(chan string, 1)
		next <- i
	}
	close(next)
	for range uploads {
		group.Go(func() error {
			for i := range next {
				mediaID, there := known[of[i].slug()]
				if !there {
					var err error
					if mediaID, err = s.uploadPicture(ctx, of[i]); err != nil {
						return err
					}
				}
				ids[i] <- mediaID
			}
			return nil
		})
	}
	return func(i int) (string, error) {
		select {
		case mediaID := <-ids[i]:
			return mediaID, nil
		case <-ctx.Done():
			return "", context.Cause(ctx)
		}
	}, nil
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
