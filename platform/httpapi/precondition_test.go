package httpapi_test

import (
	"testing"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func TestIfMatch(t *testing.T) {
	t.Parallel()
	for tags, want := range map[string]bool{
		``: true, `*`: true, `"7"`: true, `"6", "7"`: true, `"6",,"7"`: true, `"7.Zm9vYmFy"`: true, `"7.Zm9vYmFy-gzip"`: true,
		`"6"`: false, `W/"7"`: false, `"70"`: false, `"07"`: false, `"-7"`: false, `"7-x"`: false, `"x7"`: false, `"7,x"`: false, `""`: false,
		`"6", W/"7"`: false, `"99999999999999999999"`: false,
	} {
		err := httpapi.IfMatch{Tags: tags}.Require(7)
		if refused := fault.Is(err, fault.PreconditionFailed); refused == want || err != nil && !refused {
			t.Errorf("%s: %v, want accepted: %t", tags, err, want)
		}
	}
}
