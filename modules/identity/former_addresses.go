package identity

import (
	"cmp"
	"context"

	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/convert"
	"orderd/platform/eventbus"
)

// formerAddresses publishes once more the addresses of which copies elsewhere may lack the parts.
var formerAddresses = background.Once{
	Name: "identity: parts of addresses",
	Batch: func(ctx context.Context, tx *gorm.DB, last string) (next string, done bool, err error) {
		const addressesAtOnce = 200
		addresses, err := lockAddressesAfter(tx, cmp.Or(last, beforeAll), addressesAtOnce)
		if err != nil || len(addresses) == 0 {
			return last, true, err
		}
		saved := convert.All(addresses, func(a address) eventbus.Event { return a.savedEvent() })
		return addresses[len(addresses)-1].ID, false, eventbus.Publish(ctx, tx, saved...)
	},
}

// beforeAll is an id that comes before those of all rows.
const beforeAll = "00000000-0000-0000-0000-000000000000"
