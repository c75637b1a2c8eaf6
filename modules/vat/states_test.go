package vat

import (
	"testing"

	"orderd/modules/vat/events"
	"orderd/test/kit"
)

// The diagram of modules/README.md is that of the code.
func TestDiagram(t *testing.T) {
	t.Parallel()
	kit.RequireDiagram(t, "vat_ids.status", idStates.Diagram())
}

// An undeclared change is refused before the database is asked; there is none here.
func TestUndeclaredStates(t *testing.T) {
	t.Parallel()
	if err := insertID(nil, &vatID{Status: events.StatusValid}); err == nil {
		t.Error("a new id is valid")
	}
	if err := saveID(nil, &vatID{Status: events.StatusPending}, events.StatusInvalid); err == nil {
		t.Error("an invalid id is pending again")
	}
}
