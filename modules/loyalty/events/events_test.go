package events

import (
	"testing"
	"time"

	"orderd/platform/eventbus/eventbustest"
)

// testdata holds the contract: one example of each event and version.
func TestContract(t *testing.T) {
	t.Parallel()
	const entry, user, voucher = "0199d5a1-93c4-7a50-8b1c-6d2e3f405162", "0199d59f-0c1d-7e2f-a3b4-c5d6e7f80910",
		"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"
	eventbustest.Golden(t, "testdata",
		VoucherIssued{
			VoucherID: voucher, UserID: user, Code: "PTS-7QKD-M2XA-VH4T-J5RB", Points: 500,
			ExpiresAt: time.Date(2027, 11, 20, 13, 0, 0, 123456000, time.UTC),
		},
		VoucherVoidRequested{
			VoucherID: voucher, UserID: user, Code: "PTS-7QKD-M2XA-VH4T-J5RB", Points: 500,
			ExpiresAt: time.Date(2027, 11, 20, 13, 0, 0, 123456000, time.UTC),
		},
		PointsChanged{EntryID: entry, UserID: user, Kind: "redeem", Points: -500, Balance: 120, Reference: voucher},
		PointsAdjusted{EntryID: entry, UserID: user, Points: 250, Balance: 370, Reason: "For the late parcel."},
	)
}
