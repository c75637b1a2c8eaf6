package invoices

import (
	"time"
)

// file is the files of a document, by their sums in platform/files; nil until they are made.
type file struct {
	DocumentID string `gorm:"primaryKey"`
	OrderID    string
	PDF        *string `gorm:"column:pdf"`
	XML        *string `gorm:"column:xml"`
	Attempts   int
	DueAt      time.Time // until then nobody else makes them
}

func (file) TableName() string { return "invoices_files" }

// isMade reports whether the files are there.
func (f *file) isMade() bool { return f.PDF != nil && f.XML != nil }

// fileKind is one of the two files of a document.
type fileKind string

// The kinds, which are the endings of the files' names too.
const (
	filePDF fileKind = "pdf"
	fileXML fileKind = "xml"
)

// sum is the file's sum; nil until it is made.
func (f *file) sum(kind fileKind) *string {
	if kind == filePDF {
		return f.PDF
	}
	return f.XML
}
