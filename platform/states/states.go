// Package states declares the states of a row and the changes between them.
//
// A module declares one Machine for each status column. The function that saves a status calls
// Check, so that no change happens that is not declared; Diagram prints the declaration for
// modules/README.md, where a test of the module compares it (kit.RequireDiagram).
//
// A Machine does not replace the guards: which command may run, and who may run it, is decided by
// the model's methods and repeated in the UPDATE. It is what all of them together allow.
package states

import (
	"fmt"
	"strings"
)

// Change is a step from one state to another.
type Change[S ~string] struct {
	From  S      // "" when the row is made
	To    S      // the same as From when the step changes other columns only
	Cause string // what makes it happen, as the diagram prints it
}

// Machine is the declaration of a status column.
type Machine[S ~string] struct {
	name    string
	changes []Change[S]
	allowed map[[2]S]bool
}

// New declares a machine; name is that of the table and column: "ordering_orders.status".
func New[S ~string](name string, changes ...Change[S]) *Machine[S] {
	m := &Machine[S]{name: name, changes: changes, allowed: map[[2]S]bool{}}
	for _, c := range changes {
		m.allowed[[2]S{c.From, c.To}] = true
	}
	return m
}

// Check returns an error when a row may not go from one state to the other: a programming error,
// not the caller's. A row that keeps its state passes. from is "" for a new row.
func (m *Machine[S]) Check(from, to S) error {
	if from == to || m.allowed[[2]S{from, to}] {
		return nil
	}
	return fmt.Errorf("states: %s may not go from %q to %q", m.name, from, to)
}

// Diagram is the machine as the text of a Mermaid state diagram, in the order of its declaration.
func (m *Machine[S]) Diagram() string {
	var b strings.Builder
	b.WriteString("stateDiagram-v2\n")
	for _, c := range m.changes {
		from := string(c.From)
		if from == "" {
			from = "[*]"
		}
		fmt.Fprintf(&b, "    %s --> %s", from, c.To)
		if c.Cause != "" {
			b.WriteString(" : " + c.Cause)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
