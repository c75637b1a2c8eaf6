package payments

import (
	"testing"

	"orderd/test/kit"
)

// The diagram of modules/README.md is that of the code.
func TestDiagram(t *testing.T) {
	t.Parallel()
	kit.RequireDiagram(t, "payments_intents.status", intentStates.Diagram())
}
