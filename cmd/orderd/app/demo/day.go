package demo

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"orderd/cmd/orderd/app/client"
)

// day is what happens, and what has happened so far.
type day struct {
	*story
	ctx   context.Context
	url   string
	id    string // distinguishes the email addresses of this day from those of others
	admin *person

	receiver *receiver
	packer   *person // one of the staff
	packing  string  // path of the packer's role

	ada, ben, chloe, dieter, emma, finn *person
	cafe                                *person // buys at wholesale prices
	lucie                               *person // has a business in France, with a VAT id
	gustav, anton                       *person // buy without an account, Anton from Austria

	mu     sync.Mutex
	goods  map[string]shopItem // by SKU
	orders []*purchase
	checks int
	faults []string
}

// customers are all who buy.
func (d *day) customers() []*person {
	return []*person{d.ada, d.ben, d.chloe, d.dieter, d.emma, d.finn, d.cafe}
}

type object map[string]any

// abort is what a part of the day that can't go on panics with; catchAbort turns it into an error.
// So acts read as a story.
type abort struct{ error }

func catchAbort(play func()) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			h, ours := reason.(abort)
			if !ours {
				panic(reason)
			}
			err = h.error
		}
	}()
	play()
	return nil
}

// call calls as p and returns the answer. A call that fails halts the day.
func call[T any](d *day, p *person, method, path string, body any) (answer T) {
	err := p.Call(d.ctx, method, path, body, &answer)
	if client.IsProblem(err, "rate_limited") {
		err = fmt.Errorf("%w The day is too much for the service's limits today: start it anew with "+
			"ORDERD_LIMITS_ENABLED=false", err)
	}
	if err != nil {
		panic(abort{fmt.Errorf("%s: %w", p.name, err)})
	}
	return answer
}

func get[T any](d *day, p *person, path string) T { return call[T](d, p, http.MethodGet, path, nil) }

func post[T any](d *day, p *person, path string, body any) T {
	return call[T](d, p, http.MethodPost, path, body)
}

// remove deletes what is at the path, as the admin.
func (d *day) remove(path string) {
	if err := d.admin.Call(d.ctx, http.MethodDelete, path, nil, nil); err != nil {
		panic(abort{err})
	}
}

// expectProblem calls as p and expects a problem with this code.
func (d *day) expectProblem(p *person, method, path string, body any, code string) {
	err := p.Call(d.ctx, method, path, body, nil)
	var problem *client.Problem
	if err != nil && !errors.As(err, &problem) {
		panic(abort{err})
	}
	got := "success"
	if problem != nil {
		got = problem.Code
	}
	d.check(p.name+": "+method+" "+path, got, code)
}

// check notes a fault when got and want print differently. The day goes on.
func (d *day) check(what string, got, want any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.checks++
	if g, w := fmt.Sprint(got), fmt.Sprint(want); g != w {
		d.faults = append(d.faults, fmt.Sprintf("%s: %s, want %s", what, g, w))
		d.printFault(d.faults[len(d.faults)-1])
	}
}

// eventually is a check of what a module learns by an event. A 2xx waits for that, but not
// longer than 250 ms, which a busy machine may exceed.
func (d *day) eventually(what string, want any, look func() any) {
	d.await(what, func() error {
		if got := look(); fmt.Sprint(got) != fmt.Sprint(want) {
			return fmt.Errorf("%v, want %v", got, want)
		}
		return nil
	})
}

// await probes until nothing is wrong: mails, notifications and what others have done may take a
// moment.
func (d *day) await(what string, probe func() error) {
	ctx, cancel := context.WithTimeout(d.ctx, 30*time.Second)
	defer cancel()
	for pause := 5 * time.Millisecond; ; pause = min(2*pause, 500*time.Millisecond) {
		err := probe()
		if err == nil {
			d.check(what, true, true)
			return
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			d.check(what, err, "in time")
			return
		}
	}
}

// concurrently lets all play at once and halts the day when one can't go on.
func (d *day) concurrently(all []*person, play func(p *person)) {
	faults := make([]error, len(all))
	var group sync.WaitGroup
	for i, p := range all {
		group.Go(func() { faults[i] = catchAbort(func() { play(p) }) })
	}
	group.Wait()
	if err := errors.Join(faults...); err != nil {
		panic(abort{err})
	}
}

func indent(lines []string) string { return "  " + strings.Join(lines, "\n  ") }
