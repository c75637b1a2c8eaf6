package seed

import (
	"context"
	"embed"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"orderd/cmd/orderd/app/client"
)

// pictures are the pictures of the demo shop by the names of pictureNames. `make demo-pictures`
// draws them.
//
//go:embed pictures/*.webp
var pictures embed.FS

// pictureNames are the names of a product's pictures: the whole of it, and a part of it from near.
func (p product) pictureNames() [2]string { return [2]string{p.slug(), p.slug() + "-near"} }

// pictureFile is where a picture stands in pictures.
func pictureFile(name string) string { return "pictures/" + name + ".webp" }

// alts are the texts that say what the pictures show, in the language of the demo's names.
func (p product) alts() [2]string {
	shape := demo.Shapes[p.Picture]
	return [2]string{p.Name + ", " + shape, p.Name + " from near: " + shape}
}

// Products is how many products the demo has.
func Products() int { return len(demo.Products) }

// Pictures gives at most so many of the demo's products that have no pictures theirs, of those with
// the slugs when there are any, and the categories that are shown by them. It returns how many
// products have got some. A run that was cut off is gone on with. Where the service runs without
// the module media there is nothing to do.
func Pictures(ctx context.Context, o Options, most int, slugs ...string) (given int, err error) {
	s, err := signIn(ctx, o)
	if err != nil {
		return 0, err
	}
	known, err := s.uploadedPictures(ctx)
	if client.IsProblem(err, "not_found", "misdirected_request") {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	bare, err := s.bareProducts(ctx)
	if err != nil {
		return 0, err
	}
	for _, p := range categoriesFirst(slugs) {
		if productID, isBare := bare[p.slug()]; isBare {
			if given == most {
				break
			}
			if err := s.givePictures(ctx, p, productID, known); err != nil {
				return given, fmt.Errorf("the pictures of %s: %w", p.Name, err)
			}
			given++
		}
		if err := s.showPicture(ctx, p, known); err != nil {
			return given, err
		}
	}
	return given, s.setLooks(ctx, known)
}

// showPicture gives the product's picture, if it is there, to what is shown by it. The pages of the
// shop have theirs early, since all the pictures take a while.
func (s *seeder) showPicture(ctx context.Context, p product, known map[string]string) error {
	mediaID, there := known[p.slug()]
	if !there {
		return nil
	}
	if err := s.pictureCategories(ctx, p, mediaID); err != nil || !p.isShownAtHome() {
		return err
	}
	return s.setLooks(ctx, known)
}

// categoriesFirst are the products with the slugs, or all when there are none: those by whose
// pictures categories are shown before the others.
func categoriesFirst(slugs []string) []product {
	var first, others []product
	for _, p := range demo.Products {
		if len(slugs) > 0 && !slices.Contains(slugs, p.slug()) {
			continue
		}
		if slices.ContainsFunc(demo.Categories, func(k category) bool { return k.Picture == p.slug() }) {
			first = append(first, p)
		} else {
			others = append(others, p)
		}
	}
	return append(first, others...)
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

// bareProducts returns the ids of the products without pictures, by slug.
func (s *seeder) bareProducts(ctx context.Context) (map[string]string, error) {
	there, err := listAll[struct {
		ID, Slug string
		Images   []struct{}
	}](ctx, s, "/v1/admin/products")
	bare := map[string]string{}
	for _, p := range there {
		if len(p.Images) == 0 {
			bare[p.Slug] = p.ID
		}
	}
	return bare, err
}

// givePictures uploads the pictures of a product, unless they are known, and gives it them.
func (s *seeder) givePictures(ctx context.Context, p product, productID string, known map[string]string) error {
	names, alts := p.pictureNames(), p.alts()
	ids := [len(names)]string{}
	group, both := errgroup.WithContext(ctx)
	for i, name := range names {
		group.Go(func() (err error) {
			var there bool
			if ids[i], there = known[name]; !there {
				ids[i], err = s.uploadPicture(both, name)
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	images := make([]map[string]string, len(names))
	for i, name := range names {
		known[name] = ids[i]
		images[i] = map[string]string{"mediaId": ids[i], "alt": alts[i]}
	}
	return s.callWithPicture(ctx, http.MethodPatch, "/v1/admin/products/"+productID, map[string]any{"images": images})
}

func (s *seeder) uploadPicture(ctx context.Context, name string) (string, error) {
	file, err := pictures.ReadFile(pictureFile(name))
	if err != nil {
		return "", err
	}
	var made struct{ ID string }
	err = s.Upload(ctx, "/v1/admin/media", path.Base(pictureFile(name)), file, &made)
	return made.ID, err
}

// pictureCategories gives the categories for which the product stands its picture.
func (s *seeder) pictureCategories(ctx context.Context, p product, mediaID string) error {
	for _, k := range demo.Categories {
		if k.Picture != p.slug() {
			continue
		}
		var there struct {
			ID      string
			MediaID *string
		}
		if err := s.Call(ctx, http.MethodGet, "/v1/categories/"+k.Slug, nil, &there); err != nil {
			return fmt.Errorf("the category %s: %w", k.Name, err)
		}
		if there.MediaID != nil {
			continue
		}
		err := s.callWithPicture(ctx, http.MethodPatch, "/v1/categories/"+there.ID, map[string]string{"mediaId": mediaID})
		if err != nil {
			return fmt.Errorf("the picture of the category %s: %w", k.Name, err)
		}
	}
	return nil
}

// picturePointers are where bodies name pictures; home has some for each of its blocks.
var picturePointers = func() []string {
	all := []string{"/mediaId", "/images/0/mediaId", "/images/1/mediaId"}
	for i := range demo.Storefront.Home {
		all = append(all, fmt.Sprintf("/home/%d/mediaId", i))
	}
	return all
}()

// callWithPicture calls once the module that is called knows the pictures that the body names,
// which on a busy machine may take a moment.
func (s *seeder) callWithPicture(ctx context.Context, method, path string, body any) error {
	for attempt := 1; ; attempt++ {
		err := s.Call(ctx, method, path, body, nil)
		isEarly := func(pointer string) bool { return client.IsFault(err, pointer) }
		if attempt == attempts || !slices.ContainsFunc(picturePointers, isEarly) {
			return err
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
}

// FormerPictures are the pictures at the addresses that they had before they were uploaded.
func FormerPictures() map[string]http.Handler {
	all := map[string]http.Handler{}
	for _, p := range demo.Products {
		all["/media/demo/"+p.slug()+".svg"] = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
			w.Header().Set("Cache-Control", "public, max-age=86400")
			http.ServeFileFS(w, r, pictures, pictureFile(p.slug()))
		})
	}
	return all
}
