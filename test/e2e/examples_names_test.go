package e2e

import (
	"fmt"
	"regexp"
	"strings"
)

// names gives what is drawn anew in every run a value that stays: the same one wherever it comes
// again, of the same format, and short.
type names struct {
	given map[string]string
	count map[string]int
}

func newNames() *names { return &names{given: map[string]string{}, count: map[string]int{}} }

// kindOfValue is how a value that is drawn looks, and what stands in its place.
type kindOfValue struct {
	kind    string
	pattern *regexp.Regexp
	instead string
}

// drawn are the values that differ from run to run, with what stands in their place; %d is a
// number. The first group, where there is one, is the value. The whole story happens in one moment,
// so that a resource that several operations answer is the same in each of them.
var drawn = []kindOfValue{
	{"key", regexp.MustCompile(`\bodk_[a-z2-7]{8}_[\w-]{43}`), "odk_k7m2qx4d_dGhpcyBpcyBub3QgYSBrZXksIG9ubHkgYW4gZXhhbXA"},
	{"prefix", regexp.MustCompile(`"(odk_[a-z2-7]{8})"`), "odk_k7m2qx4d"},
	{"token", regexp.MustCompile(`eyJ[\w-]+\.[\w-]+\.[\w-]+`), "eyJhbGciOiJFZERTQSJ9.e30.c2ln"},
	{"refresh", regexp.MustCompile(`"refreshToken":"([^"]+)"`), "refresh-token"},
	{"challenge", regexp.MustCompile(`"challenge":"([^"]+)"`), "proof-challenge"},
	{"passkey", regexp.MustCompile(`"(?:id|rawId)":"([\w-]{43})"`), "passkey-%d"},
	{"handle", regexp.MustCompile(`"(?:id|userHandle)":"([\w-]{22})"`), "user-handle"},
	{"client", regexp.MustCompile(`"clientDataJSON":"([^"]+)"`), "client-data"},
	{"attestation", regexp.MustCompile(`"attestationObject":"([^"]+)"`), "attestation"},
	{"data", regexp.MustCompile(`"authenticatorData":"([^"]+)"`), "authenticator-data"},
	{"signature", regexp.MustCompile(`"signature":"([^"]+)"`), "signature"},
	{"totp", regexp.MustCompile(`"secret":"([A-Z2-7]{32})"`), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"},
	{"otpauth", regexp.MustCompile(`secret=([A-Z2-7]{32})&`), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"},
	{"recovery", regexp.MustCompile(`"([a-z2-7]{5}-[a-z2-7]{5})"`), "k7m2q-x4dfa"},
	{"cart", regexp.MustCompile(`"cartToken":"([^"]+)"`), "cart-token"},
	{"access", regexp.MustCompile(`"orderToken":"([^"]+)"`), "order-token"},
	{"ticket", regexp.MustCompile(`"ticket":"([A-Z2-7]{26})"`), "7QXKZ2M5J3LRT4WVYB6NCDHPFA"},
	{"secret", regexp.MustCompile(`"client_?[sS]ecret":"([^"]+)"`), "pi_3PqT2h_secret_%d"},
	{"webhook", regexp.MustCompile(`"(whsec_[^"]+)"`), "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfCg3J3q0Y="},
	{"until", regexp.MustCompile(`"oldSecretUntil":"([^"]+)"`), "2026-11-21T09:00:00.000Z"},
	{"feed", regexp.MustCompile(`"cursor":"c(\d+)"`), "12%d"},
	{"signed", regexp.MustCompile(`"Webhook-Timestamp":"(\d+)"`), "1795179600"},
	{"took", regexp.MustCompile(`"durationMs":(\d+)`), "12"},
	{"cursor", regexp.MustCompile(`"nextCursor":"([^"]+)"`), "cursor-%d"},
	{"digest", regexp.MustCompile(`"([0-9a-f]{64})"`), "digest-%d"},
	{"seq", regexp.MustCompile(`"seq\\?":(\d+)`), "12%d"},
	{"six", regexp.MustCompile(`"code":"(\d{6})"`), "00000%d"},
	{"eight", regexp.MustCompile(`"code":"(\d{8})"`), "0000000%d"},
	{"later", regexp.MustCompile(`"(?:\w*(?:[eE]xpires|Available)At|freshUntil)":"(2026-11-20T[^"]+)"`), "2026-11-20T10:00:00.000Z"},
	{"invitation", regexp.MustCompile(`"expiresAt":"(2026-11-2[35]T[^"]+)"`), "2026-11-23T09:00:00.000Z"},
	{"time", regexp.MustCompile(`\b2026-11-20T09:\d\d:\d\d(?:\.\d+)?Z`), "2026-11-20T09:00:00.000Z"},
	{"uuid", regexp.MustCompile(`\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`), "0198c0de-0000-7000-8000-%012d"},
	{"order", regexp.MustCompile(`ORD-\d+`), "ORD-000000000%d"},
	{"application", regexp.MustCompile(`WHS-\d+`), "WHS-0000000000000%d"},
	{"voucher", regexp.MustCompile(`\bPTS-[0-9A-Z-]+`), "PTS-0000-0000-0000-000%d"},
	{"stripe", regexp.MustCompile(`\b(?:pi|evt|re|ch|req|pm)_[0-9A-Za-z]{10,}\b`), "pi_3PqT2hK%d"},
}

// named is what stands in the place of the nth value.
func (d kindOfValue) named(n int) string {
	if strings.Contains(d.instead, "%") {
		return fmt.Sprintf(d.instead, n)
	}
	return d.instead
}

// replace puts what stays in the place of what is drawn.
func (n *names) replace(raw []byte) []byte {
	text := string(raw)
	for _, d := range drawn {
		text = replaceGroup(d.pattern, text, func(value string) string {
			key := d.kind + " " + value
			if n.given[key] == "" {
				n.count[d.kind]++
				n.given[key] = d.named(n.count[d.kind])
			}
			return n.given[key]
		})
	}
	return []byte(text)
}

// replaceGroup replaces the first group of each match, or the match when there is none.
func replaceGroup(pattern *regexp.Regexp, text string, with func(string) string) string {
	var out []byte
	end := 0
	for _, at := range pattern.FindAllStringSubmatchIndex(text, -1) {
		from, to := at[0], at[1]
		if len(at) > 2 {
			from, to = at[2], at[3]
		}
		out = append(append(out, text[end:from]...), with(text[from:to])...)
		end = to
	}
	return string(append(out, text[end:]...))
}
