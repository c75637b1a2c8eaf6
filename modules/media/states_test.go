package media

import (
	"testing"

	"orderd/test/kit"
)

func TestDiagrams(t *testing.T) {
	t.Parallel()
	kit.RequireDiagram(t, "media_files.status", mediaStates.Diagram())
	kit.RequireDiagram(t, "media_fetches.status", fetchStates.Diagram())
	kit.RequireDiagram(t, "media_webp_renditions.status", renditionStates.Diagram())
}
