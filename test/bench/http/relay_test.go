package http

import (
	"encoding/binary"
	"io"
	"net"
	"sync/atomic"
	"testing"
)

// relay stands before PostgreSQL and counts the statements that pass: Query and Execute messages of
// the protocol (PostgreSQL's documentation, "Message Formats"). BEGIN and COMMIT count too.
type relay struct {
	addr   string
	passed atomic.Int64
}

func newRelay(b *testing.B, upstream string) *relay {
	b.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = listener.Close() })
	r := &relay{addr: listener.Addr().String()}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", upstream)
			if err != nil {
				_ = client.Close()
				continue
			}
			go func() {
				defer server.Close()
				_ = r.forward(server, client)
			}()
			go func() {
				defer client.Close()
				_, _ = io.Copy(client, server)
			}()
		}
	}()
	return r
}

// forward passes on the messages of a client: one without a type first, then those with one.
func (r *relay) forward(server io.Writer, client io.Reader) error {
	for header := make([]byte, 4, 5); ; header = header[:5] {
		if _, err := io.ReadFull(client, header); err != nil {
			return err
		}
		if header[0] == 'Q' || header[0] == 'E' {
			r.passed.Add(1)
		}
		length := binary.BigEndian.Uint32(header[len(header)-4:])
		if _, err := server.Write(header); err != nil {
			return err
		}
		if _, err := io.CopyN(server, client, int64(length)-4); err != nil {
			return err
		}
	}
}

// count is how many statements have passed; none pass a nil relay.
func (r *relay) count() int64 {
	if r == nil {
		return 0
	}
	return r.passed.Load()
}
