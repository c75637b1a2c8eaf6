package carrier

import (
	"context"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/zap"

	"orderd/platform/eventbus"
)

// intake is what one batch of messages adds.
type intake struct {
	before, after int64 // the cursor's ordinal
	streamSeq     uint64
	events        []eventbus.ForeignEvent
	gap           bool
	lacks         []ordinals // of events that the source does not have any more
}

// ordinals are those from the first to the last.
type ordinals struct{ first, last int64 }

// takeBatch imports the messages that follow the cursor, and asks for what is missing.
func (i *importer) takeBatch(ctx context.Context, batch []jetstream.Msg) error {
	in := intake{before: i.ordinal, after: i.ordinal, streamSeq: i.streamSeq}
	for _, m := range batch {
		if err := i.add(&in, m); err != nil {
			return err
		}
	}
	if in.after > in.before {
		if err := i.save(ctx, in); err != nil {
			return err
		}
		i.ordinal, i.streamSeq = in.after, in.streamSeq
	}
	for _, o := range in.lacks {
		i.Log.Error("events of another site are not in its log any more (events.keep): they are missing here",
			zap.String("source", i.source), zap.Int64("from", o.first), zap.Int64("to", o.last))
	}
	if in.gap {
		i.ask()
	}
	return nil
}

// add looks at one message: what was taken is passed over, what follows is taken, and behind a gap
// nothing is taken.
func (i *importer) add(in *intake, m jetstream.Msg) error {
	w, err := readEnvelope(m.Data())
	if err != nil {
		i.Log.Warn("a message of the stream is no event", zap.String("subject", m.Subject()), zap.Error(err))
		return nil
	}
	if !i.accepts(w.Database) {
		return nil
	}
	i.round = max(i.round, roundOf(m))
	first := w.Ordinal
	if w.TrimmedFrom > 0 {
		first = w.TrimmedFrom
	}
	switch {
	case w.Ordinal <= in.after:
		return nil
	case first > in.after+1:
		in.gap = true
		return nil
	}
	in.gap = false
	if w.TrimmedFrom > 0 {
		in.lacks = append(in.lacks, ordinals{in.after + 1, w.Ordinal})
	} else {
		e, err := i.sealer.unwrap(w)
		if err != nil {
			return err
		}
		e.Source = i.source
		in.events = append(in.events, e)
	}
	in.after = w.Ordinal
	if metadata, err := m.Metadata(); err == nil {
		in.streamSeq = metadata.Sequence.Stream
	}
	return nil
}

// accepts reports whether an event comes from the log that the cursor counts. A new log under the
// source's name is accepted when a head has said that it continues the old one (renew).
func (i *importer) accepts(database string) bool {
	if i.database == "" {
		i.database = database
	}
	if i.database == database {
		return true
	}
	if h := i.newest.Load(); i.refused != database && h != nil && h.Database == database && !h.knows(i.database) {
		i.refused = database
		i.Log.Error("another database sends under the name of a source: its events are not taken",
			zap.String("source", i.source), zap.String("database", database), zap.String("expected", i.database))
	}
	return false
}

// roundOf returns the round of the message's id, "source/ordinal/round".
func roundOf(m jetstream.Msg) int64 {
	text := m.Headers().Get(nats.MsgIdHdr)
	round, _ := strconv.ParseInt(text[strings.LastIndexByte(text, '/')+1:], 10, 64)
	return round
}
