package httpapi

import (
	"bytes"
	"sync"
)

// buffers are reused between requests.
var buffers = bufferPool{pool: sync.Pool{New: func() any { return new(bytes.Buffer) }}}

type bufferPool struct{ pool sync.Pool }

// maxPooled is the capacity above which a buffer is left to the garbage collector.
const maxPooled = 64 << 10

func (p *bufferPool) Get() *bytes.Buffer { return p.pool.Get().(*bytes.Buffer) }

func (p *bufferPool) Put(b *bytes.Buffer) {
	if b.Cap() <= maxPooled {
		b.Reset()
		p.pool.Put(b)
	}
}
