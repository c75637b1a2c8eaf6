package carrier

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"go.uber.org/zap"
)

// questionPrefix is that of requests to a site: + source + "." + the question's name.
const questionPrefix = "orderd.question."

// answerTime is how long a site may take to answer.
const answerTime = 4 * time.Second

// An Answerer answers a question of another site.
type Answerer func(ctx context.Context, question []byte) ([]byte, error)

// Answer registers who answers the questions of a name, before Run. One process of the site answers
// each question.
func (c *Carrier) Answer(name string, answer Answerer) {
	if c.answerers == nil {
		c.answerers = map[string]Answerer{}
	}
	c.answerers[name] = answer
}

// Ask asks all other sites and returns their answers by source, or an error when one of them does
// not answer within a few seconds. Questions and answers are encrypted by auth.secret: only a site
// can ask, and read the answer.
func (c *Carrier) Ask(ctx context.Context, name string, question []byte) (map[string][]byte, error) {
	conn := c.asking.Load()
	if conn == nil {
		return nil, errors.New("carrier: it does not run")
	}
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	answers := map[string][]byte{}
	for _, site := range c.Sites {
		subject := questionPrefix + site + "." + name
		reply, err := conn.RequestWithContext(ctx, subject, []byte(c.sealer.seal(subject, question)))
		if err == nil {
			answers[site], err = c.sealer.open(subject+".answer", string(reply.Data))
		}
		if err != nil {
			return nil, fmt.Errorf("carrier: ask %s for its %s: %w", site, name, err)
		}
	}
	return answers, nil
}

// answerQuestions subscribes to the questions of other sites.
func (c *Carrier) answerQuestions(add func(subject string, handle nats.MsgHandler)) {
	for _, name := range slices.Sorted(maps.Keys(c.answerers)) {
		subject := questionPrefix + c.Source + "." + name
		add(subject, func(m *nats.Msg) { go c.reply(subject, m, c.answerers[name]) })
	}
	c.asking.Store(c.nats)
}

// reply answers one question. One that does not decrypt, or whose answer fails, gets no reply.
func (c *Carrier) reply(subject string, m *nats.Msg, answer Answerer) {
	question, err := c.sealer.open(subject, string(m.Data))
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), answerTime)
	defer cancel()
	text, err := answer(ctx, question)
	if err == nil {
		err = m.Respond([]byte(c.sealer.seal(subject+".answer", text)))
	}
	if err != nil {
		c.Log.Warn("a question of another site is not answered", zap.String("subject", subject), zap.Error(err))
	}
}
