package app

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"orderd/test/kit"
	"orderd/test/kit/port"
)

// guideReceiverAddr is the address of the receiver in the guide for integrators.
const guideReceiverAddr = "127.0.0.1:9000"

// guideReceiver is the program of the guide for integrators.
type guideReceiver struct {
	t         *testing.T
	addr      string
	variables string // file of the variables of the shell, with the secret
}

func newGuideReceiver(t *testing.T, variables string) *guideReceiver {
	t.Helper()
	number, err := port.Free()
	if err != nil {
		t.Fatal(err)
	}
	return &guideReceiver{t: t, addr: fmt.Sprintf("127.0.0.1:%d", number), variables: variables}
}

// start builds the program and runs it until the test ends.
func (r *guideReceiver) start(source string) {
	r.t.Helper()
	folder := r.t.TempDir()
	file, binary := filepath.Join(folder, "receiver.go"), filepath.Join(folder, "receiver")
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(source, guideReceiverAddr, r.addr)), 0o600); err != nil {
		r.t.Fatal(err)
	}
	build := exec.CommandContext(r.t.Context(), "go", "build", "-o", binary, file)
	build.Dir = folder
	if out, err := build.CombinedOutput(); err != nil {
		r.t.Fatalf("the guide's receiver: %v\n%s", err, out)
	}
	cmd := exec.Command("bash", "-c", "set -a; . "+r.variables+"; exec "+binary)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	kit.Eventually(r.t, "the guide's receiver listens", func() error {
		conn, err := net.Dial("tcp", r.addr)
		if err != nil {
			return err
		}
		return conn.Close()
	})
}
