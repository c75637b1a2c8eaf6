package mailer

import (
	"testing"

	"orderd/test/kit"
)

func TestEmailDiagram(t *testing.T) {
	t.Parallel()
	kit.RequireDiagram(t, "mailer_letters.status", emailStates.Diagram())
}
