package demo

import (
	"fmt"
	"slices"
	"strings"
)

// awaitNotices waits until each event of the customer's orders has been announced: once in
// the inbox, once by mail.
func (d *day) awaitNotices(p *person) {
	for _, o := range d.orders {
		if o.buyer == p {
			d.await(o.Number+": notices to "+p.name, func() error { return d.checkNotices(o) })
		}
	}
}

func (d *day) checkNotices(o *purchase) error {
	var kinds []string
	for _, n := range get[list[notification]](d, o.buyer, "/v1/notifications?limit=100").Data {
		if n.Data.OrderID == o.ID {
			kinds = append(kinds, n.Kind)
		}
	}
	slices.Sort(kinds)
	if want := slices.Sorted(slices.Values(o.notices)); !slices.Equal(kinds, want) {
		return fmt.Errorf("in the inbox %v, want %v", kinds, want)
	}
	mails, want := 0, len(o.notices)
	for _, l := range d.mails(o.buyer) {
		if strings.Contains(l.Subject, o.Number) {
			mails++
		}
	}
	if mails != want {
		return fmt.Errorf("%d mails, want %d", mails, want)
	}
	return nil
}
