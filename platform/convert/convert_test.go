package convert_test

import (
	"slices"
	"strconv"
	"testing"

	"orderd/platform/convert"
)

func TestAll(t *testing.T) {
	t.Parallel()
	if got := convert.All([]int{3, 1, 2}, strconv.Itoa); !slices.Equal(got, []string{"3", "1", "2"}) {
		t.Errorf("converted to %v", got)
	}
	if got := convert.All(nil, strconv.Itoa); got == nil || len(got) != 0 {
		t.Errorf("nil is converted to %#v, want an empty list", got)
	}
}
