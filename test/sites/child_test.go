package sites

import (
	"bytes"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// child is a process of the world.
type child struct {
	t      *testing.T
	name   string
	env    []string
	cmd    *exec.Cmd
	exited chan struct{}
	output bytes.Buffer
}

// launch starts this test binary in a role. The process is killed at the end of the test.
func launch(t *testing.T, name string, env ...string) *child {
	t.Helper()
	c := &child{t: t, name: name, env: env}
	c.start()
	t.Cleanup(func() {
		c.kill()
		if t.Failed() && c.output.Len() > 0 {
			t.Logf("%s: %s", name, c.output.Bytes()[:min(c.output.Len(), 2000)])
		}
	})
	return c
}

func (c *child) start() {
	c.t.Helper()
	c.cmd = exec.Command("/proc/self/exe")
	c.cmd.Env = append(os.Environ(), c.env...)
	c.cmd.Stderr = &c.output
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := c.cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	cmd, exited := c.cmd, make(chan struct{})
	c.exited = exited
	go func() {
		_ = cmd.Wait()
		close(exited)
	}()
}

// kill ends the process by SIGKILL.
func (c *child) kill() {
	c.signal(syscall.SIGKILL)
	<-c.exited
}

func (c *child) signal(s syscall.Signal) { _ = c.cmd.Process.Signal(s) }

// group is the processes of one part of the world.
type group []*child

func (g group) start() {
	for _, c := range g {
		c.start()
	}
}

func (g group) kill() {
	for _, c := range g {
		c.kill()
	}
}

// stop ends the processes by SIGTERM: they release their leases.
func (g group) stop() {
	for _, c := range g {
		c.signal(syscall.SIGTERM)
	}
	for _, c := range g {
		<-c.exited
	}
}
