package settings

import (
	"errors"
	"fmt"
	"strconv"

	"go.yaml.in/yaml/v3"

	"orderd/platform/config"
)

// OpenLimits limit what may be open at the same time: of a buyer, to a destination and from a
// client's network, in this order; 0 is no limit. Environment and file write them "5,10,20".
type OpenLimits [3]int

var errOpenLimits = errors.New("must be three whole numbers, by buyer, destination and network, such as 5,10,20; 0 " +
	"is no limit")

// UnmarshalText implements encoding.TextUnmarshaler.
func (l *OpenLimits) UnmarshalText(text []byte) error {
	list := config.SplitList(string(text))
	var parsed OpenLimits
	if len(list) != len(parsed) {
		return errOpenLimits
	}
	for i, item := range list {
		n, err := strconv.Atoi(item)
		if err != nil || n < 0 {
			return errOpenLimits
		}
		parsed[i] = n
	}
	*l = parsed
	return nil
}

// MarshalYAML implements yaml.Marshaler. It writes the limits as they are read.
func (l OpenLimits) MarshalYAML() (any, error) {
	return &yaml.Node{Kind: yaml.ScalarNode, Value: fmt.Sprintf("%d,%d,%d", l[0], l[1], l[2])}, nil
}
