package catalog

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"orderd/platform/fault"
	"orderd/platform/safecsv"
	"orderd/platform/tablefile"
)

var errConvertedTooLarge = errors.New("catalog: a converted file is too large")

// conversion turns the rows of another system's file into those of the own format.
type conversion struct {
	header   *csvHeader // of the file
	plan     importPlan
	now      time.Time
	columns  []string // of the own format that the file says something of
	text     bytes.Buffer
	file     *safecsv.Writer
	numbers  []int   // of the rows, as csvReader has them
	slugs    slugSet // of the file's products so far
	warnings []tablefile.Warning
	rejected []*line
	err      error // why it ended

	hasGuessed bool            // the unit of a weight
	shared     map[string]bool // names of products that several have
}

// record is a row of the own format, by column.
type record map[string]string

// convert replaces the reader of another system's file by one of what it says in the own format.
// Rows that must be seen together are read twice: once to find them, and once to convert them, so
// that the file's cells are not held in memory.
func (i *importer) convert(ctx context.Context) error {
	source, format := i.reader, i.header.format
	found := newRowGroups(format)
	err := i.eachRow(ctx, func(l *line, row tablefile.Row) {
		if found.add(l, row); len(l.errors) > 0 {
			i.rejectLine(l)
		}
	})
	if err != nil {
		return err
	}
	c := newConversion(&i.header, i.plan, i.mayCount, i.clock.Now())
	c.shared = found.shared
	for _, group := range found.joined() {
		lines, err := source.lines(group.rows)
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		format.convert(c, lines)
	}
	for _, l := range c.rejected {
		i.rejectLine(l)
	}
	return i.readConverted(c)
}

// rowGroups are the rows of a file that must be seen together.
type rowGroups struct {
	format    *csvFormat
	inOrder   []*importGroup
	byKey     map[string]*importGroup
	absorbing map[string]*importGroup // by the keys whose rows they have too
	named     map[string]*importGroup // by the names that the format has of products
	shared    map[string]bool         // such names that several products have
}

func newRowGroups(format *csvFormat) rowGroups {
	return rowGroups{
		format: format, byKey: map[string]*importGroup{}, absorbing: map[string]*importGroup{},
		named: map[string]*importGroup{}, shared: map[string]bool{},
	}
}

// add puts the row into its group, or adds an error to the line.
func (g *rowGroups) add(l *line, row tablefile.Row) {
	if len(l.errors) > 0 {
		return
	}
	key := g.format.group(l)
	group := g.byKey[key]
	switch {
	case key == "":
		l.addError(g.format.required[0], fault.Required, "is required")
		return
	case group == nil:
		group = &importGroup{slug: key}
		g.byKey[key], g.inOrder = group, append(g.inOrder, group)
	case len(group.rows) == maxProductRows:
		l.addError("", fault.TooLong, "is about a product that has 1000 rows before: it can have no more")
		return
	}
	group.rows = append(group.rows, row)
	g.noteName(group, l)
	if g.format.absorbs == nil {
		return
	}
	for _, other := range g.format.absorbs(l) {
		if g.absorbing[other] == nil {
			g.absorbing[other] = group
		}
	}
}

// noteName notes what the row calls its product.
func (g *rowGroups) noteName(group *importGroup, l *line) {
	if g.format.naming == nil {
		return
	}
	name := g.format.naming(l)
	if other := g.named[name]; other != nil && other != group {
		g.shared[name] = true
	}
	g.named[name] = group
}

// isAbsorbed reports whether the rows of the group belong to another one.
func (g *rowGroups) isAbsorbed(group *importGroup) bool {
	into := g.absorbing[group.slug]
	return into != nil && into != group
}

// joined are the groups, each with the rows of those that it absorbs.
func (g *rowGroups) joined() []*importGroup {
	var left []*importGroup
	for _, group := range g.inOrder {
		into := g.absorbing[group.slug]
		if into == nil || into == group || g.isAbsorbed(into) || len(into.rows)+len(group.rows) > maxProductRows {
			left = append(left, group)
			continue
		}
		into.rows = append(into.rows, group.rows...)
	}
	for _, group := range left {
		slices.SortFunc(group.rows, func(a, b tablefile.Row) int { return cmp.Compare(a.Start, b.Start) })
	}
	return left
}

// readConverted lets the importer read what was converted. It returns ValidationFailed when that is
// too large.
func (i *importer) readConverted(c *conversion) error {
	i.warnings = c.warnings
	if c.err = errors.Join(c.err, c.file.Flush()); errors.Is(c.err, errConvertedTooLarge) {
		return tablefile.TooMuchText()
	} else if c.err != nil {
		return c.err
	}
	text := io.NewSectionReader(bytes.NewReader(c.text.Bytes()), 0, int64(c.text.Len()))
	reader, err := newCSVReader(text, c.numbers, importPlan{format: formatOrderd})
	if err != nil {
		return err
	}
	reader.header.silent = i.header.format.silent
	i.reader = reader
	return nil
}

// newConversion begins a file in the own format, with the columns that the other one has something
// of. Without mayCount that is no stock.
func newConversion(header *csvHeader, plan importPlan, mayCount bool, now time.Time) *conversion {
	c := &conversion{header: header, plan: plan, now: now, slugs: newSlugSet(), numbers: []int{1}}
	c.file = safecsv.NewWriter(&c.text, safecsv.Plain)
	for _, column := range csvNames() {
		if c.header.fieldOfOwn(column) == "" && column != "slug" && column != "name" && column != "sku" {
			continue
		}
		if column == "onHand" && !mayCount {
			c.warnFile("onHand", "is left out: only who may write stock can count it")
			continue
		}
		c.columns = append(c.columns, column)
	}
	c.err = c.file.WriteRow(c.columns...)
	return c
}

// write writes what a line says as a row of the own format.
func (c *conversion) write(l *line, row record) {
	if c.err != nil {
		return
	}
	cells := make([]string, len(c.columns))
	for i, column := range c.columns {
		cells[i] = row[column]
	}
	if c.err = c.file.WriteRow(cells...); c.err == nil && c.text.Len() > tablefile.MaxText {
		c.err = errConvertedTooLarge
	}
	c.numbers = append(c.numbers, l.number)
}

// warn notes that something in the column of a field is not taken over as it stands. A blank field
// stands for the whole line.
func (c *conversion) warn(l *line, field, detail string, values ...any) {
	if len(c.warnings) == maxImportErrors {
		return
	}
	w := tablefile.Warning{Line: &l.number, Detail: fmt.Sprintf(detail, values...)}
	if column := c.header.columnOf(field); column != "" {
		w.Column = &column
	}
	c.warnings = append(c.warnings, w)
}

// reject leaves out the line because of something in the column of a field.
func (c *conversion) reject(l *line, field string, code fault.Code, detail string) {
	l.addError(field, code, detail)
	c.rejected = append(c.rejected, l)
}

// warnFile is warn about the whole file. It has a place in a full list too.
func (c *conversion) warnFile(field, detail string, values ...any) {
	c.warnings = c.warnings[:min(len(c.warnings), maxImportErrors-1)]
	c.warn(&line{}, field, detail, values...)
	c.warnings[len(c.warnings)-1].Line = nil
}

// ownSources are the fields of other systems that a column of the own format is made of, where they
// are not called as the column.
var ownSources = map[string][]string{
	"slug":           {"handle", "group", "link", "name"},
	"name":           {"title"},
	"description":    {"summary"},
	"status":         {"published", "kind"},
	"brand":          {"attributes"},
	"categories":     {"productType"},
	"images":         {"image", "moreImages", "variantImage"},
	"compareAtPrice": {"salePrice", "discount", "discountPercent"},
	"price":          {"netPrice", "salePrice"},
	"weightGrams":    {"weight", "weightKg", "weightG", "weightLb", "weightOz"},
	"option1":        {"option1Value", "variations", "optionColor", "optionSize", "optionMaterial", "optionPattern"},
}

// fieldOfOwn is the first field of the file that says something of the column of the own format, or
// "".
func (h *csvHeader) fieldOfOwn(column string) string {
	if strings.HasPrefix(column, "option") {
		if _, has := h.at[column]; !has {
			column = "option1"
		}
	}
	fields := slices.Concat([]string{column}, ownSources[column], h.format.sources[column])
	if i := slices.IndexFunc(fields, func(field string) bool { _, has := h.at[field]; return has }); i >= 0 {
		return fields[i]
	}
	return ""
}

// columnOfOwn is the name that the file has for a column of the own format, or that itself.
func (h *csvHeader) columnOfOwn(column string) string {
	field := h.fieldOfOwn(column)
	if own := h.columnOf(field); own != "" && !h.format.isOwn() {
		return own
	}
	return column
}
