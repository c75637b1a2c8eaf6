package wholesale

import (
	"testing"

	"orderd/test/kit"
)

// The diagram of modules/README.md is that of the code.
func TestDiagram(t *testing.T) {
	t.Parallel()
	kit.RequireDiagram(t, "wholesale_applications.status", applicationStates.Diagram())
}

// An undeclared change is refused before the database is asked; there is none here.
func TestUndeclaredStates(t *testing.T) {
	t.Parallel()
	if _, err := insertApplication(nil, &application{Status: applicationApproved}); err == nil {
		t.Error("a new application is approved")
	}
	if err := saveUnderReview(nil, &application{Status: "withdrawn"}); err == nil {
		t.Error("an application is withdrawn")
	}
}
