package outbound

import (
	"net/netip"
	"testing"
)

// blockedAddresses are of every network that requests may not go to.
var blockedAddresses = []string{
	"0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1",
	"192.0.2.1",
	"192.31.196.1", "192.52.193.1", "192.88.99.1", "192.168.1.1", "192.175.48.1", "198.18.0.1", "198.19.255.255", "198.51.100.1",
	"203.0.113.1",
	"224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1",
	"64:ff9b::a00:1",
	"64:ff9b:1::1", "100::1", "2001::1", "2001:0:7f00:1::", "2001:db8::1", "2002:7f00:1::", "2002:a00:1::", "2620:4f:8000::1", "3fff::1",
	"5f00::1",
	"fc00::1", "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1", "4000::1", "2606:4700::1111%eth0",
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	for _, blocked := range blockedAddresses {
		if (Targets{}).Allows(netip.MustParseAddr(blocked)) {
			t.Errorf("%s is allowed", blocked)
		}
	}
	for _, public := range []string{"1.1.1.1", "8.8.8.8", "172.32.0.1", "100.128.0.1", "::ffff:8.8.8.8", "64:ff9b::808:808", "2606:4700::1111",
		"2a00:1450::1"} {
		if !(Targets{}).Allows(netip.MustParseAddr(public)) {
			t.Errorf("%s is blocked", public)
		}
	}
	some := Targets{Allowed: prefixes("10.1.0.0/16", "::1/128")}
	for text, want := range map[string]bool{"10.1.2.3": true, "::ffff:10.1.2.3": true, "10.2.0.1": false, "::1": true, "127.0.0.1": false} {
		if some.Allows(netip.MustParseAddr(text)) != want {
			t.Errorf("%s: want %v", text, want)
		}
	}
}

func TestURLs(t *testing.T) {
	t.Parallel()
	none, some := Targets{}, Targets{Allowed: prefixes("10.1.0.0/16", "127.0.0.0/8")}
	for _, row := range []struct {
		url        string
		none, some Refusal // what is wrong, without networks and with some; "" for nothing
	}{
		{"https://hooks.example.com/x?y=z", "", ""},
		{"https://8.8.8.8:8443/", "", ""},
		{"https://[2606:4700::1111]/", "", ""},
		{"http://hooks.example.com/", NotPublic, NotPublic},
		{"http://8.8.8.8/", NotPublic, NotPublic},
		{"http://10.1.2.3/", NotPublic, ""},
		{"https://10.1.2.3/", NotPublic, ""},
		{"http://10.2.0.1/", NotPublic, NotPublic},
		{"http://localhost:9000/", NotPublic, ""},
		{"https://LOCALHOST./", NotPublic, ""},
		{"https://a.localhost/", NotPublic, ""},
		{"https://127.1/", NotPublic, NotPublic},
		{"https://2130706433/", NotPublic, NotPublic},
		{"https://0x7f.0.0.1/", NotPublic, NotPublic},
		{"https://0x7f000001/", NotPublic, NotPublic},
		{"https://0177.0.0.1/", NotPublic, NotPublic},
		{"https://[::ffff:127.0.0.1]/", NotPublic, ""},
		{"https://[::ffff:169.254.169.254]/", NotPublic, NotPublic},
		{"https://user@hooks.example.com/", HasUser, HasUser},
		{"https://hooks.example.com/#x", HasFragment, HasFragment},
		{"https://hooks.example.com/#", HasFragment, HasFragment},
		{"hooks.example.com", NoURL, NoURL},
		{"https:hooks.example.com", NoURL, NoURL},
		{"https://", NoURL, NoURL},
		{"https://:443/", NoURL, NoURL},
		{"https://hooks.example.com:0/", NoURL, NoURL},
		{"https://hooks.example.com:65536/", NoURL, NoURL},
		{"https://exa mple.com/", NoURL, NoURL},
		{"gopher://hooks.example.com/", NoURL, NoURL},
		{"https://\u2028example.com/", NoHost, NoHost},
		{"https://straße.example/", "", ""},
		{"https://１２７.0.0.1/", NotPublic, ""},
		{"https://ｌocalhost/", NotPublic, ""},
	} {
		for _, at := range []struct {
			targets Targets
			want    Refusal
		}{{none, row.none}, {some, row.some}} {
			if got := at.targets.CheckURL(row.url); got != at.want {
				t.Errorf("%s with %v: %q, want %q", row.url, at.targets.Allowed, got, at.want)
			}
		}
	}
}
