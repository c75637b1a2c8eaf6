package config

import "fmt"

// Checker collects the faults that Settings.Validate finds.
type Checker struct {
	broken map[string]bool // keys with a fault
	faults []keyFault
}

// keyFault is a fault of the value of a key.
type keyFault struct{ key, text string }

// Check adds a fault of the key unless ok. Each key gets at most one fault.
func (c *Checker) Check(key string, ok bool, format string, args ...any) {
	if !ok && !c.broken[key] {
		c.broken[key] = true
		c.faults = append(c.faults, keyFault{key, fmt.Sprintf(format, args...)})
	}
}
