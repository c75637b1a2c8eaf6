package httpapi

import (
	"bytes"
	"encoding/json"
	"slices"
	"sync"
)

// encode is the JSON of v, without escapes for HTML and without a line break at the end.
func encode(v any) ([]byte, error) {
	b := buffers.Get().(*bytes.Buffer)
	defer putBuffer(b)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return slices.Clone(b.Bytes()[:b.Len()-1]), nil
}

// buffers are reused between requests.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// maxPooled is the capacity above which a buffer is left to the garbage collector.
const maxPooled = 64 << 10

func putBuffer(b *bytes.Buffer) {
	if b.Cap() <= maxPooled {
		b.Reset()
		buffers.Put(b)
	}
}
