// Package tablefile reads the rows of a table in a file that people upload: CSV in the encoding and
// with the separator of their spreadsheet, or the first sheet of a workbook of Excel. Enter by
// Open, then Reader.Each, and Reader.Again for rows that must be seen together. A Fault and a
// Warning are what a report says of a row. Fields and Marks say what a system calls its columns,
// and how its files are recognised. What a file takes in memory is bounded, whatever it holds.
package tablefile

import (
	"context"

	"orderd/platform/fault"
)

// Fault is one thing that is wrong with a row. Detail is in English.
type Fault struct {
	Line   int        `json:"line" doc:"From 1; the header is line 1." example:"17"`
	Column *string    `json:"column" doc:"null: the whole line." example:"price"`
	Code   fault.Code `json:"code" doc:"As in errors of a 422, or one of the operation's." example:"bad_format"`
	Detail string     `json:"detail" example:"must be an amount like 12.90"`
}

// SchemaName is the name in the OpenAPI document.
func (Fault) SchemaName() string { return "ImportFault" }

// Warning is something in a file that was not taken over as it stands. Detail is in English.
type Warning struct {
	Line   *int    `json:"line" doc:"null: the whole file." example:"4"`
	Column *string `json:"column" doc:"null: the whole line." example:"Image Src"`
	Detail string  `json:"detail" example:"is left out: pictures need an https address"`
}

// SchemaName is the name in the OpenAPI document.
func (Warning) SchemaName() string { return "ImportWarning" }

// LineOrFirst is the line of the warning, 0 for one about the whole file.
func (w Warning) LineOrFirst() int {
	if w.Line == nil {
		return 0
	}
	return *w.Line
}

// Semaphore bounds how many files are read at once: each may be held in memory.
type Semaphore chan struct{}

// NewSemaphore makes a semaphore for so many files.
func NewSemaphore(files int) Semaphore { return make(Semaphore, files) }

// Acquire waits until one more file may be read. It returns the error of the context when that ends
// first.
func (s Semaphore) Acquire(ctx context.Context) (release func(), err error) {
	select {
	case s <- struct{}{}:
		return func() { <-s }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
