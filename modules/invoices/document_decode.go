package invoices

import (
	"encoding/json"
	"strconv"
)

// decode reads JSON of a column; nil leaves v as it is.
func decode(text *string, v any) error {
	if text == nil {
		return nil
	}
	return json.Unmarshal([]byte(*text), v)
}

// year is the year of a day.
func (d day) year() int {
	year, _ := strconv.Atoi(string(d[:4]))
	return year
}
