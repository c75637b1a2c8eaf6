package seed

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"html"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"text/template"

	"golang.org/x/image/webp"
)

var draw = flag.Bool("draw", false, "draw the pictures of the demo shop anew, with Chromium")

//go:embed pictures.tmpl
var drawings string

// TestPictures: each product has two pictures, and there is no other. With -draw it makes them.
func TestPictures(t *testing.T) {
	if *draw {
		drawPictures(t)
		return // what is drawn is in the next build
	}
	t.Parallel()
	total := 0
	for _, p := range demo.Products {
		for _, name := range p.pictureNames() {
			file, err := pictures.ReadFile(pictureFile(name))
			if err != nil {
				t.Errorf("make demo-pictures draws it: %v", err)
				continue
			}
			total += len(file)
			if c, err := webp.DecodeConfig(bytes.NewReader(file)); err != nil || c.Width != pictureSize || c.Height != pictureSize {
				t.Errorf("%s: %d × %d: %v", name, c.Width, c.Height, err)
			}
		}
	}
	all, err := fs.Glob(pictures, "pictures/*")
	if err != nil || len(all) != 2*len(demo.Products) || total > 4_000_000 {
		t.Errorf("%d pictures of %d bytes for %d products: %v", len(all), total, len(demo.Products), err)
	}
}

const (
	pictureSize    = 1600 // pixels
	pictureQuality = 0.6
)

// views are the parts of a drawing that the pictures of a product show. In both the floor begins at
// 78 % of the height: side by side the goods stand on one line.
var views = [2]string{"0 0 600 600", "140 219.33 320 320"}

// drawPictures has Chromium turn the drawings into WebP files.
func drawPictures(t *testing.T) {
	shapes := template.Must(template.New("pictures").Parse(drawings))
	svgs := map[string]string{}
	for _, p := range demo.Products {
		for i, name := range p.pictureNames() {
			svg := renderPicture(t, shapes, p, views[i])
			svgs[pictureFile(name)] = "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(svg)
		}
	}
	sources, err := json.Marshal(svgs)
	if err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(page, fmt.Appendf(nil, drawingPage, sources, pictureSize, pictureQuality), 0o600); err != nil {
		t.Fatal(err)
	}
	browser := exec.CommandContext(t.Context(), "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=60000",
		"--dump-dom", "file://"+page)
	dom, err := browser.Output()
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(dom), "<pre>")
	text, _, _ = strings.Cut(text, "</pre>")
	var drawn map[string][]byte
	if err := json.Unmarshal([]byte(html.UnescapeString(text)), &drawn); err != nil || len(drawn) != len(svgs) {
		t.Fatalf("Chromium drew %d pictures: %v", len(drawn), err)
	}
	for name, file := range drawn {
		if err := os.WriteFile(name, file, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// drawingPage draws SVGs by file name, and shows the WebP files in base64, as JSON.
const drawingPage = `<!doctype html><body><script type="module">
const drawn = {};
for (const [name, svg] of Object.entries(%s)) {
	const image = new Image();
	image.src = svg;
	await image.decode();
	const canvas = document.createElement('canvas');
	canvas.width = canvas.height = %d;
	canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
	drawn[name] = canvas.toDataURL('image/webp', %v).split(',')[1];
}
document.body.innerHTML = '<pre></pre>';
document.querySelector('pre').textContent = JSON.stringify(drawn);
</script></body>`

// renderPicture puts the product's shape, in its color, into the frame that all pictures share.
func renderPicture(t *testing.T, shapes *template.Template, p product, view string) []byte {
	var r, g, b int
	if _, err := fmt.Sscanf(p.Color, "#%02x%02x%02x", &r, &g, &b); err != nil {
		t.Fatalf("the color of %s: %v", p.Name, err)
	}
	mix := func(with, percent int) string {
		channel := func(c int) int { return (c*(100-percent) + with*percent) / 100 }
		return fmt.Sprintf("#%02x%02x%02x", channel(r), channel(g), channel(b))
	}
	colors := map[string]string{
		"Main": p.Color, "Dark": mix(0, 32), "Light": mix(255, 38), "Wall": mix(255, 74), "Floor": mix(255, 62), "Alt": p.Name,
		"View": view,
	}
	render := func(name string) string {
		var text bytes.Buffer
		if err := shapes.ExecuteTemplate(&text, name, colors); err != nil {
			t.Fatalf("the picture of %s: %v", p.Name, err)
		}
		return text.String()
	}
	colors["Shape"] = render(p.Picture)
	return []byte(render("frame"))
}
