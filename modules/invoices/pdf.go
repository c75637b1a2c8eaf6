package invoices

import (
	"bytes"
	"compress/zlib"
	_ "embed"
	"fmt"
	"html/template"
	"io/fs"
	"math"
	"strings"

	"github.com/carlos7ags/folio/barcode"
	"github.com/carlos7ags/folio/content"
	pdf "github.com/carlos7ags/folio/document"
	"github.com/carlos7ags/folio/font"
	"github.com/carlos7ags/folio/html"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
)

// The layout. The files that it refers to are those of pdfFiles, and there are no others.
//
//go:embed templates/document.html
var pdfLayout string

var pdfTemplate = template.Must(template.New("document").Parse(pdfLayout))

// What a PDF says of the XML in it (Factur-X 1.07, ZUGFeRD 2.3).
const (
	pdfXMLName      = "factur-x.xml"
	pdfXMLProfile   = "EN 16931"
	pdfXMLNamespace = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"
)

// pdfMostNodes is how large the HTML of a document may get: an order has a bounded number of lines.
const pdfMostNodes = 500_000

// renderPDF makes the PDF of a document: a tagged PDF/A-3B with the document's XML in it. A panic
// of the library is returned as an error, so that one document can't stop those after it.
func renderPDF(d *document, xmlFile []byte) (file []byte, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("invoices: the PDF of %s: %v", d.Number, fault)
		}
	}()
	page := pdfPageOf(d)
	files := pdfFiles{pdfRegular: goregular.TTF, pdfBold: gobold.TTF}
	if page.HasCode {
		if files[pdfCode], err = pdfCodeOf(d.transferCode()); err != nil {
			return nil, err
		}
	}
	var text bytes.Buffer
	if err := pdfTemplate.Execute(&text, page); err != nil {
		return nil, fmt.Errorf("invoices: %w", err)
	}
	out := pdf.NewDocument(pdf.PageSizeA4)
	out.Info = pdf.Info{
		Title: page.Title, Author: page.Seller, Creator: "orderd", Producer: "orderd", Language: string(page.Lang),
		CreationDate: d.IssuedAt.UTC(), ModDate: d.IssuedAt.UTC(),
	}
	out.SetTagged(true)
	laidOut, err := html.ConvertFull(text.String(), &html.Options{
		BaseFS: files, FallbackFontPath: pdfRegular, StrictAssets: true, MaxElements: pdfMostNodes,
		PageWidth: pdf.PageSizeA4.Width, PageHeight: pdf.PageSizeA4.Height,
	})
	if err != nil {
		return nil, fmt.Errorf("invoices: %w", err)
	}
	out.SetFooter(page.margins(laidOut.PageConfig.MarginBoxes["bottom-left"].Embedded))
	laidOut.PageConfig.MarginBoxes = nil
	if err := out.AddConvertResult(laidOut); err != nil {
		return nil, fmt.Errorf("invoices: %w", err)
	}
	attachXML(out, d, xmlFile)
	return out.ToBytesWithOptions(pdf.WriteOptions{
		Deterministic: true, UseXRefStream: true, UseObjectStreams: true, OrphanSweep: true, DeduplicateObjects: true,
		CompressionLevel: zlib.BestCompression,
	})
}

// margins draws what stands around the content of each page: the seller's data below a rule, the
// number of the page, and in dev mode that it is a sample. None of it belongs to the text, which a
// reader program reads aloud. The library's own margin boxes are not used: in a tagged file it
// writes an operator for them that lacks an operand.
func (p *pdfPage) margins(face *font.EmbeddedFont) pdf.PageDecorator {
	return func(at pdf.PageContext, page *pdf.Page) {
		if p.Sample != "" {
			p.drawSample(face, page)
		}
		to := page.ContentStream()
		to.BeginMarkedContent("Artifact")
		page.AddLine(pdfFootLeft, p.footTop(), pdfFootRight, p.footTop(), 0.4, [3]float64{0.6, 0.6, 0.6})
		to.SetFillColorRGB(0.33, 0.33, 0.33)
		for n, column := range p.Foot {
			x, y := pdfFootLeft+float64(n)*(pdfFootColumn+pdfFootGap), p.footTop()-pdfFootLine-1
			for _, line := range column {
				page.AddTextEmbedded(line, face, pdfFootSize, x, y)
				y -= pdfFootLine
			}
		}
		page.AddTextEmbedded(p.Title, face, pdfFootSize, pdfFootLeft, pdfFootBottom)
		number := fmt.Sprintf(p.Say("Page %d of %d", "Seite %d von %d"), at.PageIndex+1, at.TotalPages)
		x := pdfFootRight - pdfFootSize*textWidth(number)
		page.AddTextEmbedded(number, face, pdfFootSize, x, pdfFootBottom)
		to.EndMarkedContent()
	}
}

// drawSample writes a word across the page, below its content.
func (p *pdfPage) drawSample(face *font.EmbeddedFont, page *pdf.Page) {
	const size, slope = 100.0, math.Sqrt2 / 2
	to := page.ContentStream()
	before := len(to.Bytes())
	to.BeginMarkedContent("Artifact")
	to.SaveState()
	to.SetFillColorRGB(0.9, 0.9, 0.9)
	to.ConcatMatrix(slope, slope, -slope, slope, pdf.PageSizeA4.Width/2, pdf.PageSizeA4.Height/2)
	page.AddTextEmbedded(p.Sample, face, size, -size*textWidth(p.Sample)/2, -size/3)
	to.RestoreState()
	to.EndMarkedContent()
	drawn := bytes.Clone(to.Bytes()[before:])
	to.ReplaceInBytes(string(drawn), "")
	to.PrependBytes(drawn)
}

// attachXML makes a PDF/A-3B of the file, with the XML as the same document in another form
// (Factur-X 1.07, 6).
func attachXML(out *pdf.Document, d *document, xmlFile []byte) {
	property := func(name, description string) pdf.XMPSchemaProperty {
		return pdf.XMPSchemaProperty{Name: name, ValueType: "Text", Category: "external", Description: description}
	}
	out.SetPdfA(pdf.PdfAConfig{
		Level: pdf.PdfA3B,
		XMPSchemas: []pdf.XMPSchema{{
			Schema: "Factur-X PDFA Extension Schema", NamespaceURI: pdfXMLNamespace, Prefix: "fx",
			Properties: []pdf.XMPSchemaProperty{
				property("DocumentFileName", "name of the embedded XML invoice file"),
				property("DocumentType", "INVOICE"),
				property("Version", "The actual version of the Factur-X XML schema"),
				property("ConformanceLevel", "The conformance level of the embedded Factur-X data"),
			},
		}},
		XMPProperties: []pdf.XMPPropertyBlock{{
			Namespace: pdfXMLNamespace, Prefix: "fx",
			Properties: []pdf.XMPProperty{
				{Name: "DocumentFileName", Value: pdfXMLName}, {Name: "DocumentType", Value: "INVOICE"},
				{Name: "Version", Value: "1.0"}, {Name: "ConformanceLevel", Value: pdfXMLProfile},
			},
		}},
	})
	out.AttachFile(pdf.FileAttachment{
		FileName: pdfXMLName, MIMEType: "text/xml", Description: d.Number + ".xml", AFRelationship: "Alternative",
		Data: xmlFile, CreationDate: d.IssuedAt.UTC(),
	})
}

// The files of the layout.
const (
	pdfRegular = "regular.ttf"
	pdfBold    = "bold.ttf"
	pdfCode    = "code.svg"
)

// pdfFiles are the files that the layout may refer to, by name.
type pdfFiles map[string][]byte

// Open refuses: all files are read whole.
func (pdfFiles) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
}

// ReadFile is fs.ReadFileFS.
func (f pdfFiles) ReadFile(name string) ([]byte, error) {
	if file, ok := f[name]; ok {
		return file, nil
	}
	return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrNotExist}
}

// pdfQuietZone is how many modules around a QR code are white (ISO/IEC 18004, 7.3.9).
const pdfQuietZone = 4

// pdfCodeOf is a QR code of level M as an SVG. The library draws codes as operators of a PDF, a
// rectangle for each dark module, which become those of a path.
func pdfCodeOf(text string) ([]byte, error) {
	code, err := barcode.NewQRWithECC(text, barcode.ECCLevelM)
	if err != nil {
		return nil, fmt.Errorf("invoices: the code of a transfer: %w", err)
	}
	size := code.Height()
	drawn := content.NewStream()
	code.Draw(drawn, 0, 0, float64(size), float64(size))
	var path strings.Builder
	for line := range strings.Lines(string(drawn.Bytes())) {
		var x, y, width, height int
		if n, _ := fmt.Sscanf(line, "%d %d %d %d re", &x, &y, &width, &height); n == 4 {
			fmt.Fprintf(&path, "M%d %dh%dv%dh-%dz", x+pdfQuietZone, size-y-height+pdfQuietZone, width, height, width)
		}
	}
	side := size + 2*pdfQuietZone
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">`+
		`<path fill="#000" d="%s"/></svg>`, side, side, side, side, path.String()), nil
}
