package demo

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"orderd/platform/clock"
	"orderd/platform/money"
)

// story prints what happens and, on a terminal, below it how far the day has come.
type story struct {
	out      io.Writer
	terminal bool
	clock    clock.Clock
	began    time.Time

	printing sync.Mutex
	bar      string
}

func newStory(o Options) *story {
	return &story{out: o.Out, terminal: o.Terminal, clock: o.Clock, began: o.Clock.Now()}
}

// act begins a part of the day, the one after done of all.
func (s *story) act(done, all int, title string) {
	const width = 24
	filled := width * done / all
	s.print("\n" + title)
	s.progress(fmt.Sprintf("%s%s %2d of %d", strings.Repeat("█", filled), strings.Repeat("░", width-filled), done+1, all))
}

// printStep prints what a person did; number and figure may be "".
func (s *story) printStep(who, what, number, figure string) {
	line := fmt.Sprintf("%6.2f  %s %s %14s %14s", s.clock.Now().Sub(s.began).Seconds(), column(who, 7), column(what, 44),
		number, figure)
	s.print(strings.TrimRight(line, " "))
}

func (s *story) printFault(what string) { s.print("     ✗  " + what) }

// print puts lines above the bar.
func (s *story) print(lines string) {
	s.printing.Lock()
	defer s.printing.Unlock()
	s.erase()
	fmt.Fprintln(s.out, lines)
	s.draw()
}

// progress redraws the bar; "" takes it away.
func (s *story) progress(bar string) {
	s.printing.Lock()
	defer s.printing.Unlock()
	s.erase()
	s.bar = bar
	s.draw()
}

func (s *story) erase() {
	if s.terminal {
		fmt.Fprint(s.out, "\r\x1b[K")
	}
}

func (s *story) draw() {
	if s.terminal {
		fmt.Fprint(s.out, s.bar)
	}
}

// column brings text to a width in characters; fmt counts bytes.
func column(text string, width int) string {
	runes := []rune(text)
	if len(runes) > width {
		return string(runes[:width-1]) + "…"
	}
	return text + strings.Repeat(" ", width-len(runes))
}

func eur(c money.Cents) string { return c.String() + " EUR" }

func points(n int64) string { return fmt.Sprintf("%d points", n) }
