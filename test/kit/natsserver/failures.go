package natsserver

import (
	"fmt"
	"strings"
	"sync"
)

// failures is a logger that keeps why a server does not start, such as a port that is taken.
type failures struct {
	mu    sync.Mutex
	lines []string
}

// Fatalf keeps a line. The server goes on without what failed.
func (f *failures) Fatalf(format string, v ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lines = append(f.lines, fmt.Sprintf(format, v...))
}

func (f *failures) describe() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.lines) == 0 {
		return ""
	}
	return ": " + strings.Join(f.lines, "; ")
}

func (*failures) Noticef(string, ...any) {}
func (*failures) Warnf(string, ...any)   {}
func (*failures) Errorf(string, ...any)  {}
func (*failures) Debugf(string, ...any)  {}
func (*failures) Tracef(string, ...any)  {}
