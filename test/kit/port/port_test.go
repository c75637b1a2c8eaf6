package port

import (
	"errors"
	"net"
	"syscall"
	"testing"
)

// The address refuses connections, and no other server gets its port.
func TestRefusing(t *testing.T) {
	t.Parallel()
	address := Refusing(t)
	if _, err := net.Dial("tcp", address); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("a connection to %s: %v", address, err)
	}
	if _, err := net.Listen("tcp", address); !errors.Is(err, syscall.EADDRINUSE) {
		t.Errorf("a server at %s: %v", address, err)
	}
}
