package carrier

import (
	"context"
	"errors"
	"strings"
	"testing"

	"orderd/platform/secret"
	"orderd/test/kit"
	"orderd/test/kit/natsserver"
)

// A question is answered by the other site, unless it does not have the secret or fails.
func TestAsk(t *testing.T) {
	t.Parallel()
	nats := natsserver.Start(t).URL()
	asking, answering := newSite(t, nats, "main", "pay"), newSite(t, nats, "pay", "main")
	answering.carrier.Answer("upper", func(_ context.Context, question []byte) ([]byte, error) {
		if len(question) == 0 {
			return nil, errors.New("nothing is asked")
		}
		return []byte(strings.ToUpper(string(question))), nil
	})
	if _, err := asking.carrier.Ask(t.Context(), "upper", []byte("held")); err == nil {
		t.Error("a carrier that does not run has an answer")
	}
	stranger := newSite(t, nats, "stranger", "pay")
	stranger.carrier.sealer = newSealer(secret.New("a secret that the others do not have"))
	stranger.start()
	asking.start()
	answering.start()
	kit.Eventually(t, "the other site answers", func() error {
		answers, err := asking.carrier.Ask(t.Context(), "upper", []byte("held"))
		if err == nil && string(answers["pay"]) != "HELD" {
			t.Fatalf("the answers are %q", answers)
		}
		return err
	})
	kit.Eventually(t, "the stranger is connected", func() error {
		if !stranger.carrier.connected.Load() {
			return errors.New("it is not")
		}
		return nil
	})
	ask := func(s *site, question string) error {
		ctx, cancel := context.WithTimeout(t.Context(), answerTime/20)
		defer cancel()
		_, err := s.carrier.Ask(ctx, "upper", []byte(question))
		return err
	}
	if ask(asking, "") == nil {
		t.Error("an answer that failed is an answer")
	}
	if ask(stranger, "held") == nil {
		t.Error("a question under another secret is answered")
	}
}
