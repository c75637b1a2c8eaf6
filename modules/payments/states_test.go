package payments

import (
	"testing"

	"orderd/test/kit"
)

// The diagrams of modules/README.md are those of the code.
func TestDiagram(t *testing.T) {
	t.Parallel()
	kit.RequireDiagram(t, "payments_intents.status", intentStates.Diagram())
	kit.RequireDiagram(t, "payments_entries.state", entryStates.Diagram())
}
