package webhooks

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"orderd/platform/eventbus"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

// publicBody is an event as receivers and readers of the feed get it.
type publicBody struct {
	ID        string       `json:"id" format:"uuid" doc:"The event's id. A receiver drops one that it has." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Type      string       `json:"type" doc:"The event's name." example:"ordering.order_placed.v1"`
	Timestamp httpapi.Time `json:"timestamp" doc:"When it occurred."`
	Seq       int64        `json:"seq" maximum:"9007199254740991" doc:"Place in the log; 0 of a ping." example:"4711"`
	Key       string       `json:"key" doc:"Id of the aggregate: events of one key arrive in the order of seq." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Data      publicData   `json:"data" doc:"The event's own fields. Personal ones are null unless the reader may have them, and after an erasure."`
}

// SchemaName is the name in the document.
func (publicBody) SchemaName() string { return "PublicEvent" }

// publicData is the JSON of an event's own fields.
type publicData json.RawMessage

// Schema is that of any object: each event has its own.
func (publicData) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true}
}

// MarshalJSON writes the fields as they are.
func (d publicData) MarshalJSON() ([]byte, error) { return d, nil }

// internalFields are the fields of events that are of no use outside of the service.
var internalFields = []string{"entryId", "cartId", "voucherIds", "saveAddress"}

// amountFields are the fields that hold cents. Outside of the service they are EUR.
var amountFields = []string{
	"claim", "shippingRefund",
	"total", "due", "deducted", "unitPrice", "lineTotal", "discount", "subtotal", "discountTotal", "shippingTotal",
	"taxTotal",
	"amount", "collected", "refundAmount", "goods", "goodsBefore", "goodsAfter", "price", "net", "tax", "gross",
}

// body makes the public form of an entry of the log. Without personal, personal fields are null;
// after an erasure they always are.
func (c catalogue) body(entry eventbus.LogEntry, personal bool) (publicBody, error) {
	e, ok := c.byName(entry.Name)
	if !ok {
		return publicBody{}, fmt.Errorf("webhooks: %s is no public event", entry.Name)
	}
	data, err := e.data(entry.Payload, personal)
	if err != nil {
		return publicBody{}, fmt.Errorf("webhooks: event %s: %w", entry.ID, err)
	}
	return publicBody{
		ID: entry.ID, Type: entry.Name, Timestamp: httpapi.TimeOf(entry.OccurredAt), Seq: entry.Seq, Key: entry.Key,
		Data: publicData(data),
	}, nil
}

// data makes the public form of an event's own fields.
func (e publicEvent) data(payload json.RawMessage, personal bool) (json.RawMessage, error) {
	event := reflect.New(e.typ)
	if err := json.Unmarshal(payload, event.Interface()); err != nil {
		return nil, err
	}
	var present map[string]json.RawMessage // after an erasure without the personal fields
	if err := json.Unmarshal(payload, &present); err != nil {
		return nil, err
	}
	w := bodyWriter{isBlank: func(f publicField) bool {
		_, there := present[f.name]
		return f.personal && !(personal && there)
	}}
	err := w.object(event.Elem())
	return w.out, err
}

// publicField is a field of an event, or of a struct in one.
type publicField struct {
	name     string
	index    []int // for reflect.Value.FieldByIndex
	personal bool
	amount   bool
	typ      reflect.Type
}

var publicFields sync.Map // reflect.Type → []publicField

// publicFieldsOf returns the fields that leave the service, in the order of the struct. The fields
// of embedded structs are fields of the struct.
func publicFieldsOf(t reflect.Type) []publicField {
	if known, ok := publicFields.Load(t); ok {
		return known.([]publicField)
	}
	fields := findPublicFields(t)
	publicFields.Store(t, fields)
	return fields
}

func findPublicFields(t reflect.Type) (fields []publicField) {
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || name == "" || slices.Contains(internalFields, name) {
			continue
		}
		fields = append(fields, publicField{
			name: name, index: f.Index, personal: f.Tag.Get("pii") == "true",
			amount: f.Type != measureType && slices.Contains(amountFields, name),
			typ:    f.Type,
		})
	}
	return fields
}

// bodyWriter writes values as JSON.
type bodyWriter struct {
	out     []byte
	isBlank func(f publicField) bool // of the fields at the top level; nil below
}

var (
	timeType    = reflect.TypeFor[time.Time]()
	measureType = reflect.TypeFor[money.Measure]()
)

func (w *bodyWriter) object(v reflect.Value) error {
	w.out = append(w.out, '{')
	for i, f := range publicFieldsOf(v.Type()) {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		w.out = append(append(append(w.out, '"'), f.name...), '"', ':')
		if w.isBlank != nil && w.isBlank(f) {
			w.out = append(w.out, "null"...)
			continue
		}
		below := bodyWriter{out: w.out}
		if err := below.value(v.FieldByIndex(f.index), f.amount); err != nil {
			return err
		}
		w.out = below.out
	}
	w.out = append(w.out, '}')
	return nil
}

func (w *bodyWriter) value(v reflect.Value, amount bool) error {
	switch {
	case v.Kind() == reflect.Pointer && !v.IsNil():
		return w.value(v.Elem(), amount)
	case v.Type() == timeType:
		return w.leaf(httpapi.TimeOf(v.Interface().(time.Time)))
	case amount && v.CanInt():
		return w.leaf(money.Cents(v.Int()))
	case v.Kind() == reflect.Struct:
		return w.object(v)
	case v.Kind() == reflect.Slice:
		return w.list(v)
	case v.Kind() == reflect.Map && v.IsNil():
		w.out = append(w.out, "{}"...)
		return nil
	}
	return w.leaf(v.Interface())
}

func (w *bodyWriter) list(v reflect.Value) error {
	w.out = append(w.out, '[')
	for i := range v.Len() {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		if err := w.value(v.Index(i), false); err != nil {
			return err
		}
	}
	w.out = append(w.out, ']')
	return nil
}

func (w *bodyWriter) leaf(v any) error {
	b, err := json.Marshal(v)
	w.out = append(w.out, b...)
	return err
}
