package catalog

import (
	"context"
	"errors"
	"io"
	"strings"

	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/tablefile"
)

// The limits of what is shown of a file: its first rows and columns, and characters of a cell.
const (
	sampleRows    = 3
	sampleColumns = 300
	sampleLength  = 80
)

type previewImportInput struct {
	ImportFormat importFormat `query:"format" default:"auto"`
	Mapping      mappingParam `query:"mapping"`
}

// Check is what the schema cannot say.
func (in *previewImportInput) Check() []fault.Field { return in.Mapping.check() }

// importPreviewView is how a file would be read.
type importPreviewView struct {
	Format  importFormat       `json:"format" doc:"Of the file; never auto." example:"shopify"`
	Columns []importColumnView `json:"columns" doc:"In the order of the file: the first 300."`
	Fields  []string           `json:"fields" doc:"What columns of the format may be mapped to." example:"[\"handle\",\"price\"]"`
}

// SchemaName is the name in the OpenAPI document.
func (importPreviewView) SchemaName() string { return "ProductImportPreview" }

// importColumnView is a column of a file.
type importColumnView struct {
	Column     string   `json:"column" example:"Vendor"`
	Field      *string  `json:"field" doc:"What it is read as; null: it is left out." example:"brand"`
	Suggestion *string  `json:"suggestion" doc:"A field with nearly its name: to be mapped." example:"price"`
	Samples    []string `json:"samples" doc:"Cells of the first three rows, at most 80 characters of each." example:"[\"Moka\"]"`
}

// SchemaName is the name in the OpenAPI document.
func (importColumnView) SchemaName() string { return "ProductImportColumn" }

func (a *api) previewImport(
	ctx context.Context, in *previewImportInput, file *io.SectionReader,
) (*httpapi.Reply[importPreviewView], error) {
	release, err := a.previewing.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	mapping, _ := in.Mapping.fields()
	db := a.db.WithContext(ctx)
	tree, _, err := a.reader.taxonomies.current(db)
	if err != nil {
		return nil, err
	}
	keyed, err := loadKeyedColumns(db, tree)
	if err != nil {
		return nil, err
	}
	plan := importPlan{format: in.ImportFormat, mapping: mapping, attributes: tree.definitions, previews: true}
	reader, err := openTable(file, plan)
	if err != nil {
		return nil, err
	}
	rows, h := reader.samples(), reader.header
	v := importPreviewView{
		Format: h.format.name, Columns: []importColumnView{},
		Fields: convert.All(h.format.fields, func(f tablefile.Field) string { return f.Name }),
	}
	if h.format.isOwn() {
		v.Fields = append(v.Fields, keyed.names()...)
	}
	for i, name := range h.names[:min(len(h.names), sampleColumns)] {
		c := importColumnView{Column: name, Samples: []string{}}
		if field := h.fields[i]; field != "" {
			c.Field = &field
		} else if near := h.nearest(name); near != "" && h.format.isOwn() {
			c.Suggestion = &near
		}
		for _, cells := range rows {
			if i < len(cells) {
				c.Samples = append(c.Samples, shownCell(cells[i]))
			}
		}
		v.Columns = append(v.Columns, c)
	}
	return httpapi.OK(v)
}

// samples are the first rows that can be read and are not blank.
func (r *csvReader) samples() (rows [][]string) {
	for tries := 0; len(rows) < sampleRows && tries < 20; tries++ {
		cells, err := r.Next()
		if errors.Is(err, io.EOF) || errors.Is(err, tablefile.ErrRowTooLong) {
			break
		}
		if err == nil && strings.TrimSpace(strings.Join(cells, "")) != "" {
			rows = append(rows, cells)
		}
	}
	return rows
}

// shownCell is a cell as it may be shown.
func shownCell(cell string) string {
	return tablefile.Cut(tablefile.OneLine(tablefile.WithoutControls(strings.ToValidUTF8(cell, "\uFFFD"))), sampleLength)
}
