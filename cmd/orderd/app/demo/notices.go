package demo

import (
	"fmt"
	"slices"
	"strings"
)

// informed waits until the customer has been told of each order what has happened to it: once in
// the inbox, once by mail.
func (d *day) informed(p *person) {
	for _, o := range d.orders {
		if o.buyer == p {
			d.await(o.Number+": what "+p.name+" has been told", func() error { return d.told(o) })
		}
	}
}

func (d *day) told(o *purchase) error {
	var kinds []string
	for _, n := range get[list[notification]](d, o.buyer, "/v1/notifications?limit=100").Data {
		if n.Data.OrderID == o.ID {
			kinds = append(kinds, n.Kind)
		}
	}
	slices.Sort(kinds)
	if want := slices.Sorted(slices.Values(o.told)); !slices.Equal(kinds, want) {
		return fmt.Errorf("in the inbox %v, want %v", kinds, want)
	}
	mails, want := 0, 0
	for _, l := range d.letters(o.buyer) {
		if strings.Contains(l.Subject, o.Number) {
			mails++
		}
	}
	for _, kind := range o.told {
		if kind != "order_refunded" { // the mail of a return says it
			want++
		}
	}
	if mails != want {
		return fmt.Errorf("%d mails, want %d", mails, want)
	}
	return nil
}
