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
const CSVDetail = " A caller that sends `Accept-Language` or `separator` gets a file that a spreadsheet of that language opens with a " +
	"double click: it begins with a byte-order mark, and where numbers have a decimal comma, cells are separated by semicolons. " +
	"Any other caller gets commas, decimal points and no mark."

// Format is the format that the caller gets.
func (f CSVFormat) Format(ctx context.Context) safecsv.Format {
	return safecsv.FormatFor(PreferredLanguage(ctx), f.Separator)
}
