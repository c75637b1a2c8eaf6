package httpapi

import (
	"context"

	"orderd/platform/safecsv"
)

// CSVFormat is the parameter of an export that says how its file is written. Embed it.
type CSVFormat struct {
	Separator string `query:"separator" enum:"comma,semicolon,tab" schema:"CsvSeparator" doc:"Between cells. With semicolons, numbers have a decimal comma. Default: by Accept-Language." example:"semicolon"`
}

// CSVDetail is what the document says of an export's format, at the end of its Detail.
const CSVDetail = " With `Accept-Language` or `separator` the file is one that spreadsheets of the language open " +
	"with a double click: with a byte-order mark and, where numbers have a decimal comma, with semicolons."

// Format is the format that the caller gets.
func (f CSVFormat) Format(ctx context.Context) safecsv.Format {
	return safecsv.FormatFor(PreferredLanguage(ctx), f.Separator)
}
