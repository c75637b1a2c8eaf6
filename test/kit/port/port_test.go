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

// No port is found twice: of 1 000 draws from 20 000 numbers, some 25 pairs would be equal.
func TestFreeOnce(t *testing.T) {
	t.Parallel()
	found := map[int]bool{}
	for range 1000 {
		number, err := Free()
		if err != nil {
			t.Fatal(err)
		}
		if found[number] {
			t.Fatalf("port %d was found twice", number)
		}
		found[number] = true
	}
}
