// Package port finds ports for servers that must come back to them.
package port

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"syscall"
)

// Free is a port of 127.0.0.1 without a listener. It lies below those that systems give to who
// asks for any: one of these could be taken, by a connection or another test's server, while its
// own server is down.
func Free() (int, error) {
	for {
		number := 10_000 + rand.IntN(20_000)
		listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", number))
		switch {
		case err == nil:
			return number, listener.Close()
		case !errors.Is(err, syscall.EADDRINUSE):
			return 0, err
		}
	}
}
