// Package spreadsheet reads the first sheet of a workbook of Excel 2007 or later (ECMA-376, .xlsx).
// Enter by IsWorkbook and Read. It reads what cells hold, as text; formulas are refused, because
// what they stand for is only a program's last guess.
package spreadsheet

import (
	"archive/zip"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"strings"

	"orderd/platform/fault"
)

// The limits of a workbook: what its parts hold when they are unpacked, the parts, the texts that
// cells share, and a sheet. A small archive can unpack to anything.
const (
	maxPart    = 64 << 20
	maxParts   = 2000
	maxStrings = 64 << 20
	maxColumns = 1000
	maxCell    = 512 << 10
	maxRow     = 1 << 20
	maxStyles  = 1 << 16
	maxDepth   = 50
)

// IsWorkbook reports whether a file is one that Read is for: a zip archive, or a file of the older
// format, which is also that of protected ones.
func IsWorkbook(file io.ReaderAt) bool {
	start := make([]byte, 4)
	if _, err := file.ReadAt(start, 0); err != nil && !errors.Is(err, io.EOF) {
		return false
	}
	return string(start) == "PK\x03\x04" || string(start) == oldFormat
}

// oldFormat is how files of Excel before 2007 begin, and protected ones since.
const oldFormat = "\xd0\xcf\x11\xe0"

// refusal is what is wrong with a workbook, for people.
type refusal struct{ fault.Phrase }

func (r *refusal) Error() string { return r.String() }

func refuse(text fault.Text, values ...any) error { return &refusal{fault.Say(text, values...)} }

// Read calls do with each row of the first sheet that is shown and has cells: its number from 1 on,
// and its cells. problem is what is wrong with the workbook, or says nothing. It returns the error
// of do, or that of reading the file.
func Read(file *io.SectionReader, do func(row int, cells []string) error) (problem fault.Phrase, err error) {
	var refused *refusal
	if err = read(file, do); errors.As(err, &refused) {
		return refused.Phrase, nil
	}
	return fault.Phrase{}, err
}

func read(file *io.SectionReader, do func(row int, cells []string) error) error {
	start := make([]byte, 4)
	if _, err := file.ReadAt(start, 0); err == nil && string(start) == oldFormat {
		return refuse("is a workbook of an old format, or a protected one: save it as .xlsx without a password, or as CSV")
	}
	archive, err := zip.NewReader(file, file.Size())
	if err != nil {
		return refuse("is a broken workbook")
	}
	if len(archive.File) > maxParts {
		return refuse("is a workbook that is too large when it is unpacked")
	}
	w := workbook{parts: map[string]*zip.File{}}
	for _, part := range archive.File {
		w.parts[strings.ToLower(strings.TrimPrefix(part.Name, "/"))] = part
	}
	sheet, err := w.firstSheet()
	if err != nil {
		return err
	}
	if err := w.readStrings(); err != nil {
		return err
	}
	if err := w.readStyles(); err != nil {
		return err
	}
	return w.readSheet(sheet, do)
}

// workbook is an open archive.
type workbook struct {
	parts  map[string]*zip.File // by name in lower case
	shared []string             // the texts that cells refer to by number
	forms  []numberForm         // of the styles that cells refer to by number
	is1904 bool                 // days count from 1904 on
}

// each calls do with the tokens of a part, which may be absent. It refuses broken XML, declarations
// of entities, and what is too large.
func (w *workbook) each(name string, do func(d *decoder, t xml.Token) error) error {
	part := w.parts[strings.ToLower(name)]
	if part == nil {
		return nil
	}
	if part.UncompressedSize64 > maxPart { // the archive ends a part that is larger than it says
		return refuse("is a workbook that is too large when it is unpacked")
	}
	file, err := part.Open()
	if err != nil {
		return refuse("is a broken workbook")
	}
	defer func() { _ = file.Close() }()
	d := &decoder{Decoder: xml.NewDecoder(&guard{part: file})}
	for {
		t, err := d.token()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		if err := do(d, t); err != nil {
			return err
		}
	}
}

// decoder reads a part. It counts how deep it is, whoever reads.
type decoder struct {
	*xml.Decoder
	depth int
}

// token is the next token: io.EOF at the end, else a refusal for what is no XML, or too deep.
func (d *decoder) token() (xml.Token, error) {
	t, err := d.Token()
	switch t.(type) {
	case xml.StartElement:
		d.depth++
	case xml.EndElement:
		d.depth--
	}
	var refused *refusal
	if err == nil && d.depth <= maxDepth || errors.Is(err, io.EOF) || errors.As(err, &refused) {
		return t, err
	}
	return nil, refuse("is a broken workbook")
}

// firstSheet is the part of the first sheet that is shown.
func (w *workbook) firstSheet() (string, error) {
	relation := ""
	err := w.each("xl/workbook.xml", func(_ *decoder, t xml.Token) error {
		e, isStart := t.(xml.StartElement)
		if isStart && e.Name.Local == "workbookPr" {
			w.is1904 = isTrue(attribute(e, "date1904"))
		}
		isHidden := isStart && strings.Contains(strings.ToLower(attribute(e, "state")), "hidden")
		if isStart && e.Name.Local == "sheet" && relation == "" && !isHidden {
			relation = attribute(e, "id")
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	target := ""
	err = w.each("xl/_rels/workbook.xml.rels", func(_ *decoder, t xml.Token) error {
		if e, isStart := t.(xml.StartElement); isStart && e.Name.Local == "Relationship" && attribute(e, "Id") == relation &&
			attribute(e, "TargetMode") != "External" {
			target = attribute(e, "Target")
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	if !strings.HasPrefix(target, "/") {
		target = path.Join("xl", target)
	}
	target = strings.TrimPrefix(target, "/")
	if relation == "" || w.parts[strings.ToLower(target)] == nil {
		return "", refuse("is no workbook: it has no sheet")
	}
	return target, nil
}

// attribute is the value of an attribute, in any namespace, or "". A sheet has an id of its own
// beside that of its relation, which is in a namespace.
func attribute(e xml.StartElement, name string) (value string) {
	for _, a := range e.Attr {
		if a.Name.Local == name && (value == "" || a.Name.Space != "") {
			value = a.Value
		}
	}
	return value
}

// readStrings reads the texts that cells share.
func (w *workbook) readStrings() error {
	size := 0
	return w.each("xl/sharedStrings.xml", func(d *decoder, t xml.Token) error {
		e, isStart := t.(xml.StartElement)
		if !isStart || e.Name.Local != "si" {
			return nil
		}
		text, err := textOf(d)
		if err != nil {
			return err
		}
		if size += len(text) + 16; size > maxStrings {
			return refuse("is a workbook that is too large when it is unpacked")
		}
		w.shared = append(w.shared, text)
		return nil
	})
}
