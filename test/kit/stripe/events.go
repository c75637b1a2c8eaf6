package stripe

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"orderd/platform/clock"
)

// Event is an event about an object, under a new id.
func Event(kind string, object Object) []byte {
	raw, err := json.Marshal(Object{
		"id": "evt_" + rand.Text(), "object": "event", "api_version": "2024-06-20", "type": kind, "livemode": false,
		"created": clock.System().Now().Unix(), "data": Object{"object": object},
	})
	if err != nil {
		panic(err) // it is made of plain values
	}
	return raw
}

// Sign is the Stripe-Signature of a payload that is sent now.
func Sign(payload []byte) string { return SignAt(payload, Secret, clock.System().Now()) }

// SignAt is the signature with another secret or time.
func SignAt(payload []byte, secret string, at time.Time) string {
	mac := hmac.New(sha256.New, []byte(secret))
	fmt.Fprintf(mac, "%d.", at.Unix())
	mac.Write(payload)
	return fmt.Sprintf("t=%d,v1=%s", at.Unix(), hex.EncodeToString(mac.Sum(nil)))
}
