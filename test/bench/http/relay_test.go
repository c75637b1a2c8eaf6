package http

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"sync/atomic"
	"testing"
)

// relay stands before PostgreSQL and counts the statements that pass: Query and Execute messages of
// the protocol (PostgreSQL's documentation, "Message Formats"). BEGIN and COMMIT count too, which
// pg_stat_statements does not see when they are prepared.
type relay struct {
	addr      string
	passed    atomic.Int64
	committed atomic.Int64 // transactions
}

func newRelay(b testing.TB, upstream string) *relay {
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
				_ = r.answer(client, server)
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

// answer passes on the messages of the server.
func (r *relay) answer(client io.Writer, server io.Reader) error {
	from := bufio.NewReader(server)
	for header := make([]byte, 5); ; {
		if _, err := io.ReadFull(from, header); err != nil {
			return err
		}
		body := make([]byte, binary.BigEndian.Uint32(header[1:])-4)
		if _, err := io.ReadFull(from, body); err != nil {
			return err
		}
		if header[0] == 'C' && bytes.HasPrefix(body, []byte("COMMIT")) {
			r.committed.Add(1)
		}
		if _, err := client.Write(append(header[:5:5], body...)); err != nil {
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
