package config

import (
	"errors"
	"fmt"
	"strconv"

	"go.yaml.in/yaml/v3"
)

// OpenLimits are how much may be open at once of a buyer, to a destination and from a client's network, in this order; 0 is no
// limit. The environment and the file write them "5,10,20".
type OpenLimits [3]int

func (l *OpenLimits) parse(text string) error {
	list := splitList(text)
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

var errOpenLimits = errors.New("must be three whole numbers, by buyer, destination and network, such as 5,10,20; 0 is no limit")

// MarshalYAML writes the limits as they are read.
func (l OpenLimits) MarshalYAML() (any, error) {
	return &yaml.Node{Kind: yaml.ScalarNode, Value: fmt.Sprintf("%d,%d,%d", l[0], l[1], l[2])}, nil
}
