package kit

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"orderd/test/kit/port"
)

// Binary builds the service once per test binary and returns its path. TEST_ORDERD names a binary
// to test instead: a release, or a mutant that must fail.
func Binary(t testing.TB) string {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

var binary = sync.OnceValues(func() (string, error) {
	if path := os.Getenv("TEST_ORDERD"); path != "" {
		return path, nil
	}
	dir, err := os.MkdirTemp("", "orderd-test")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "orderd")
	if out, err := exec.Command("go", "build", "-o", path, "orderd/cmd/orderd").CombinedOutput(); err != nil {
		return "", fmt.Errorf("build the service: %w\n%s", err, out)
	}
	if built, err = os.Open(path); err != nil {
		return "", err
	}
	return fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), built.Fd()), nil
})

// built keeps the binary, which has no name any more, so that it is gone when this process has
// ended, however it does.
var built *os.File

// Process is a running `orderd serve`.
type Process struct {
	Base, Ops string // the listeners' URLs
	Data      string // data_dir
	Binary    string // what runs: the service, unless a test names another

	t      testing.TB
	env    []string
	cmd    *exec.Cmd
	exited chan struct{}
	output *lockedBuffer
}

// Serve starts the service on free ports and waits until it is ready. env are its settings
// ("ORDERD_DEV=true"); data_dir is a new folder unless they name one. The process is killed at the
// end of the test.
func Serve(t testing.TB, env ...string) *Process {
	t.Helper()
	p := Prepare(t, env...)
	p.Start()
	return p
}

// Prepare is Serve without the start.
func Prepare(t testing.TB, env ...string) *Process {
	t.Helper()
	p := &Process{t: t, Data: t.TempDir(), Binary: Binary(t), output: &lockedBuffer{}}
	public, ops := freeAddress(t), freeAddress(t)
	p.Base, p.Ops = "http://"+public, "http://"+ops
	p.env = append([]string{
		"ORDERD_HTTP_ADDR=" + public, "ORDERD_HTTP_PUBLIC_URL=" + p.Base, "ORDERD_OPS_ADDR=" + ops, "ORDERD_DATA_DIR=" + p.Data,
	}, env...)
	t.Cleanup(func() {
		if p.cmd != nil && !p.Alive() {
			t.Logf("the service has ended: %v", p.cmd.ProcessState)
		}
		p.Kill()
		if t.Failed() {
			t.Logf("output of the service (last 8 KiB):\n%s", p.output.tail(8<<10))
		}
	})
	return p
}

// Start starts the process again with the same settings and waits until it is ready.
func (p *Process) Start() {
	p.t.Helper()
	p.Launch()
	p.AwaitReady()
}

// Launch starts the process and does not wait.
func (p *Process) Launch() {
	p.t.Helper()
	p.cmd = exec.Command(p.Binary, "serve")
	p.cmd.Env = append(os.Environ(), p.env...)
	p.cmd.Dir = p.Data
	p.cmd.Stdout, p.cmd.Stderr = p.output, p.output
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	cmd, exited := p.cmd, make(chan struct{})
	p.exited = exited
	go func() {
		_ = cmd.Wait()
		close(exited)
	}()
}

// Run runs another command of the service with the same settings, and returns what it prints.
func (p *Process) Run(args ...string) (string, error) {
	cmd := exec.Command(p.Binary, args...)
	cmd.Env, cmd.Dir = append(os.Environ(), p.env...), p.Data
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// AwaitReady waits until /readyz answers 200.
func (p *Process) AwaitReady() {
	p.t.Helper()
	Eventually(p.t, "the service is ready", func() error {
		select {
		case <-p.exited:
			p.t.Fatalf("the service has ended:\n%s", p.output.tail(8<<10))
		default:
		}
		answer, err := http.Get(p.Base + "/readyz")
		if err != nil {
			return err
		}
		defer answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			return fmt.Errorf("readyz: %s", answer.Status)
		}
		return nil
	})
}

// Kill ends the process at once (SIGKILL) and waits until it is gone. One that does not run stays
// so.
func (p *Process) Kill() {
	if p.cmd == nil {
		return
	}
	_ = p.cmd.Process.Kill()
	<-p.exited
}

// Alive reports whether the process runs.
func (p *Process) Alive() bool {
	select {
	case <-p.exited:
		return false
	default:
		return true
	}
}

// Stop asks the process to stop (SIGTERM) and returns an error unless it exits with 0 within 15 s,
// which is its promise.
func (p *Process) Stop() error {
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	select {
	case <-p.exited:
	case <-time.After(15 * time.Second):
		return errors.New("the service did not stop within 15 s of SIGTERM")
	}
	if code := p.cmd.ProcessState.ExitCode(); code != 0 {
		return fmt.Errorf("the service exited with %d", code)
	}
	return nil
}

// Pid is the process's id.
func (p *Process) Pid() int { return p.cmd.Process.Pid }

// Output is what the process has printed.
func (p *Process) Output() string { return p.output.tail(1 << 30) }

func freeAddress(t testing.TB) string {
	t.Helper()
	number, err := port.Free()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("127.0.0.1:%d", number)
}

type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) tail(n int) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	raw := b.buf.Bytes()
	return string(raw[max(0, len(raw)-n):])
}
