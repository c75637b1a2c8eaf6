package e2e

import (
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"orderd/platform/database"
	"orderd/test/kit"
)

// collector takes spans by OTLP over HTTP.
type collector struct {
	URL   string
	mu    sync.Mutex
	spans []*tracepb.Span
}

func newCollector(t *testing.T) *collector {
	c := new(collector)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var data tracepb.TracesData
		if err != nil || r.URL.Path != "/v1/traces" || proto.Unmarshal(body, &data) != nil {
			t.Errorf("%s %s: %v", r.Method, r.URL, err)
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, resource := range data.GetResourceSpans() {
			for _, scope := range resource.GetScopeSpans() {
				c.spans = append(c.spans, scope.GetSpans()...)
			}
		}
	}))
	t.Cleanup(server.Close)
	c.URL = server.URL
	return c
}

// of are the spans of a trace so far, each as the names from the first span down to it.
func (c *collector) of(traceID string) (paths []string, text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	byID := map[string]*tracepb.Span{}
	var trace []*tracepb.Span
	for _, s := range c.spans {
		if hex.EncodeToString(s.GetTraceId()) == traceID {
			byID[string(s.GetSpanId())] = s
			trace = append(trace, s)
		}
		// Without ids and times: their digits may spell a name or a number.
		shown := proto.Clone(s).(*tracepb.Span)
		shown.TraceId, shown.SpanId, shown.ParentSpanId, shown.Links = nil, nil, nil, nil
		shown.StartTimeUnixNano, shown.EndTimeUnixNano = 0, 0
		for _, e := range shown.GetEvents() {
			e.TimeUnixNano = 0
		}
		text += shown.String() + "\n"
	}
	for _, s := range trace {
		path := s.GetName()
		for above := byID[string(s.GetParentSpanId())]; above != nil; above = byID[string(above.GetParentSpanId())] {
			path = above.GetName() + " > " + path
		}
		paths = append(paths, path)
	}
	return paths, text
}

// One trace shows a checkout from the client's own span down to its mails: the request, its
// transaction and statements, the deliveries to the consumers, what those do, the call of the card
// provider, and the sending of the mail. No span names a person or holds a secret.
func TestTheTraceOfACheckout(t *testing.T) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			c := newCollector(t)
			s := open(t, dialect, "ORDERD_TELEMETRY_OTLP_URL="+c.URL)
			productID, methodID := s.newProduct("Moka pot")
			ada := s.customer("ada")
			const traceID, above = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
			ada.Do(t, "POST", "/v1/cart/items", object{"productId": productID, "quantity": 1}).Require(t, 201)
			checkout := object{"shippingMethodId": methodID, "paymentMethod": "card", "recipient": own["recipient"]}
			ada.Do(t, "GET", "/v1/products?q=find-me", nil).Require(t, 200)
			caller := ada.With("Traceparent", "00-"+traceID+"-"+above+"-01").With("Idempotency-Key", "a-key-that-is-secret")
			caller.Do(t, "POST", "/v1/checkout", checkout).Require(t, 201)

			const request = "POST /v1/checkout"
			// With the last statements of the transaction.
			commit := request + " > transaction > batch"
			if dialect == database.SQLite {
				commit = request + " > transaction > COMMIT"
			}
			want := []string{
				request, request + " > transaction", commit,
				request + " > deliver mailer.letters > INSERT", request + " > deliver mailer.letters > mail order_placed",
				request + " > deliver payments.orders > INSERT", request + " > deliver payments.cards > payment intent > POST " +
					strings.TrimPrefix(s.stripe.URL, "http://"),
				request + " > deliver payments.cards > payment intent > transaction",
				request + " > deliver recipients.orders > deliver ordering.recipients > INSERT",
			}
			kit.Eventually(t, "the trace is whole", func() error {
				got, _ := c.of(traceID)
				for _, path := range want {
					if !slices.Contains(got, path) {
						return fmt.Errorf("%q is missing; there are\n%s", path, strings.Join(got, "\n"))
					}
				}
				return nil
			})
			_, text := c.of(traceID)
			for _, personal := range []string{ada.Email, "@example.com", "Ada", "Lovelace", "Grace", "Hopper", "7654321", "Navy Street", password,
				ada.Access, ada.Refresh, "a-key-that-is-secret", "find-me"} {
				if strings.Contains(text, personal) {
					t.Errorf("%q stands in a span", personal)
				}
			}
		})
	}
}
