package catalog

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"

	"orderd/platform/safecsv"
	"orderd/platform/spreadsheet"
)

// openTable begins to read a file of products, in CSV or as the first sheet of a workbook. It
// returns ValidationFailed with all that is wrong with the workbook, or with the header.
func openTable(file *io.SectionReader, plan importPlan) (*csvReader, error) {
	if spreadsheet.IsWorkbook(file) {
		text, numbers, err := workbookText(file)
		if err != nil {
			return nil, err
		}
		return newCSVReader(text, numbers, plan)
	}
	text, err := safecsv.Decode(file)
	if err != nil {
		return nil, fmt.Errorf("catalog: read an import: %w", err)
	}
	return newCSVReader(text, nil, plan)
}

// workbookText is the first sheet of a workbook as CSV, with the numbers of its rows. It is held in
// memory. It returns ValidationFailed for a workbook that can't be read.
func workbookText(file *io.SectionReader) (text *io.SectionReader, numbers []int, err error) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	width := 0
	problem, err := spreadsheet.Read(file, func(row int, cells []string) error {
		if len(numbers) == 0 {
			width = len(namedColumns(cells))
		}
		for len(cells) < width { // those without a value are not stored
			cells = append(cells, "")
		}
		numbers = append(numbers, row)
		if out.Len() > maxConverted {
			return errConvertedTooLarge
		}
		return w.Write(cells)
	})
	w.Flush()
	switch {
	case problem.Text != "":
		return nil, nil, badHeader(headerFault(problem.Text, problem.Args...))
	case errors.Is(err, errConvertedTooLarge):
		return nil, nil, tooMuchText()
	case err != nil:
		return nil, nil, fmt.Errorf("catalog: read a workbook: %w", err)
	}
	return io.NewSectionReader(bytes.NewReader(out.Bytes()), 0, int64(out.Len())), numbers, w.Error()
}

func tooMuchText() error {
	return badHeader(headerFault("has more text than can be imported at once: split the file"))
}
