package demo

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"orderd/cmd/orderd/app/client"
)

// receiver is an endpoint of webhooks that keeps books of the orders.
type receiver struct {
	server  *http.Server
	webhook string // its id; "" where the service can't reach this machine
	secret  []byte

	mu     sync.Mutex
	events int
	placed map[string]bool // ids of orders
	forged int             // requests whose signature is not right
}

// bookkeeping is who receives the webhooks.
const bookkeeping = "Books"

// subscribe registers a receiver for the events of orders.
func (d *day) subscribe() {
	listener, err := new(net.ListenConfig).Listen(d.ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		panic(abort{err})
	}
	r := &receiver{placed: map[string]bool{}}
	r.server = &http.Server{Handler: r, ReadHeaderTimeout: 10 * time.Second}
	d.receiver = r
	go func() { _ = r.server.Serve(listener) }() // until Close
	var made struct{ ID, Secret string }
	err = d.admin.Call(d.ctx, http.MethodPost, "/v1/admin/webhooks", object{
		"url": "http://" + listener.Addr().String(), "events": []string{"ordering.*"}, "description": "The books.",
	}, &made)
	switch {
	case client.IsProblem(err, "validation_failed"):
		// Outside of dev mode webhooks.allow_networks must have this machine.
		d.printStep(bookkeeping, "may not be on this machine", "", "")
		return
	case err != nil:
		panic(abort{err})
	}
	r.mu.Lock()
	r.secret, err = base64.StdEncoding.DecodeString(strings.TrimPrefix(made.Secret, "whsec_"))
	r.mu.Unlock()
	if err != nil {
		panic(abort{err})
	}
	path := "/v1/admin/webhooks/" + made.ID
	if ping := post[struct{ OK bool }](d, d.admin, path+"/test", nil); !ping.OK {
		d.remove(path)
		d.printStep(bookkeeping, "can't be reached by the service", "", "")
		return
	}
	r.webhook = path
	d.printStep(bookkeeping, "subscribes to all events of orders", "", "")
}

// ServeHTTP records an event whose signature is right (Standard Webhooks).
func (r *receiver) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	body, err := io.ReadAll(q.Body)
	if err != nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	mac := hmac.New(sha256.New, r.secret)
	fmt.Fprintf(mac, "%s.%s.%s", q.Header.Get("webhook-id"), q.Header.Get("webhook-timestamp"), body)
	var event struct{ Type, Key string }
	if q.Header.Get("webhook-signature") != "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)) ||
		json.Unmarshal(body, &event) != nil {
		r.forged++
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	r.events++
	if event.Type == "ordering.order_placed.v1" {
		r.placed[event.Key] = true
	}
	w.WriteHeader(http.StatusNoContent)
}

// heardAll checks that the receiver has heard of every order, and ends its subscription.
func (d *day) heardAll() {
	r := d.receiver
	if r.webhook == "" {
		return
	}
	d.await("the receiver has heard of every order", func() error {
		r.mu.Lock()
		defer r.mu.Unlock()
		for _, o := range d.orders {
			if !r.placed[o.ID] {
				return fmt.Errorf("not of %s", o.Number)
			}
		}
		return nil
	})
	d.remove(r.webhook)
	r.mu.Lock()
	defer r.mu.Unlock()
	d.check("requests whose signature is not right", r.forged, 0)
	d.printStep(bookkeeping, fmt.Sprintf("has heard %d events, of %d orders", r.events, len(r.placed)), "", "")
}

// close ends the receiver, if there is one.
func (r *receiver) close() {
	if r != nil {
		_ = r.server.Close()
	}
}
