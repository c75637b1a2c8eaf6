package seed

import (
	"bytes"
	_ "embed"
	"fmt"
	"net/http"
	"strconv"
	"text/template"
)

//go:embed pictures.tmpl
var drawings string

// picturePath is where a product's picture is, below the service's address.
func picturePath(p product) string { return "/media/demo/" + p.slug() + ".svg" }

// Pictures are the pictures of the demo shop by their paths: drawn once and served by the
// binary.
func Pictures() map[string]http.Handler {
	shapes := template.Must(template.New("pictures").Parse(drawings))
	all := map[string]http.Handler{}
	for _, p := range demo.Products {
		all[picturePath(p)] = picture(renderPicture(shapes, p))
	}
	return all
}

// picture is an SVG, which runs nothing wherever it is shown.
type picture []byte

func (svg picture) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "image/svg+xml")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("Cache-Control", "public, max-age=86400")
	h.Set("Content-Length", strconv.Itoa(len(svg)))
	_, _ = w.Write(svg)
}

// renderPicture puts the product's shape, in its color, into the frame that all pictures share.
func renderPicture(shapes *template.Template, p product) []byte {
	var r, g, b int
	if _, err := fmt.Sscanf(p.Color, "#%02x%02x%02x", &r, &g, &b); err != nil {
		// The shop is part of the binary.
		panic(fmt.Sprintf("seed: the color of %s: %v", p.Name, err))
	}
	mix := func(with, percent int) string {
		channel := func(c int) int { return (c*(100-percent) + with*percent) / 100 }
		return fmt.Sprintf("#%02x%02x%02x", channel(r), channel(g), channel(b))
	}
	colors := map[string]string{"Main": p.Color, "Dark": mix(0, 32), "Light": mix(255, 38), "Wall": mix(255, 74), "Floor": mix(255, 62), "Alt": p.Name}
	render := func(name string) string {
		var text bytes.Buffer
		if err := shapes.ExecuteTemplate(&text, name, colors); err != nil {
			panic(fmt.Sprintf("seed: the picture of %s: %v", p.Name, err))
		}
		return text.String()
	}
	colors["Shape"] = render(p.Picture)
	return []byte(render("frame"))
}
