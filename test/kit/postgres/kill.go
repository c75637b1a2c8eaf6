package postgres

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Kill ends the server as a crash does: kill -9 of all its processes. Resume starts it again, on
// the data that it had written.
func (s *Server) Kill() error {
	pid, err := s.postmaster()
	if err != nil {
		return err
	}
	// A stopped server forks nothing more behind the list.
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		return err
	}
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for !stopped(pid) {
		<-tick.C
	}
	processes := append([]int{pid}, children(pid)...)
	for _, p := range processes {
		if err := syscall.Kill(p, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
			return err
		}
	}
	// Until the last one has gone, a new server finds the old one's shared memory and refuses to
	// start.
	for _, p := range processes[1:] {
		for runs(p) {
			<-tick.C
		}
	}
	return s.end("keep\n")
}

func (s *Server) postmaster() (int, error) {
	text, err := os.ReadFile(filepath.Join(s.data(), "postmaster.pid"))
	if err != nil {
		return 0, err
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return strconv.Atoi(first)
}

// children are the server's own processes. Where there is no /proc, they are left to notice the end
// by themselves.
func children(pid int) []int {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	var pids []int
	for field := range strings.FieldsSeq(string(text)) {
		if child, err := strconv.Atoi(field); err == nil {
			pids = append(pids, child)
		}
	}
	return pids
}

// runs reports whether the process has memory still; a zombie has none.
func runs(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	state := text[bytes.LastIndexByte(text, ')')+1:]
	return !bytes.HasPrefix(state, []byte(" Z")) && !bytes.HasPrefix(state, []byte(" X"))
}

// stopped reports whether the process is stopped, has ended, or can't be looked at.
func stopped(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || !runs(pid) || bytes.HasPrefix(text[bytes.LastIndexByte(text, ')')+1:], []byte(" T"))
}
