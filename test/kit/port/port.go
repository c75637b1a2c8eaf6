// Package port finds ports for servers that must come back to them.
package port

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"sync"
	"syscall"
)

// kept hold the ports that this process has found: a UDP socket each, whose port no other call of
// Free can take, in this process or another, until this one ends. Servers of tests use TCP alone.
var (
	keeping sync.Mutex
	kept    []net.PacketConn
)

// Free is a port of 127.0.0.1 without a listener, for this process until it ends. It lies below
// those that systems give to who asks for any: one of these could be taken, by a connection or
// another test's server, while its own server is down.
func Free() (int, error) {
	for {
		number := 10_000 + rand.IntN(20_000)
		err := keep(fmt.Sprintf("127.0.0.1:%d", number))
		if err == nil {
			return number, nil
		}
		if !errors.Is(err, syscall.EADDRINUSE) {
			return 0, err
		}
	}
}

// keep takes an address for this process, unless it is another's or has a listener.
func keep(address string) error {
	socket, err := net.ListenPacket("udp", address)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return errors.Join(err, socket.Close())
	}
	keeping.Lock()
	defer keeping.Unlock()
	kept = append(kept, socket)
	return listener.Close()
}
