package carrier

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

// The page for those who read the stream from elsewhere names each field of a message, and the type
// that is no event.
func TestTheEnvelopeIsDescribed(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../../deployments/README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(page), "## Reading the events from elsewhere")
	section, _, ended := strings.Cut(section, "\n## ")
	if !found || !ended {
		t.Fatal("deployments/README.md has no such section")
	}
	names := []string{trimmedType, streamName, subjectPrefix + "<source>.<name>", "specversion"}
	for field := range reflect.TypeFor[envelope]().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		names = append(names, name)
	}
	for _, name := range names {
		if !strings.Contains(section, "`"+name+"`") {
			t.Errorf("it does not name `%s`", name)
		}
	}
}
