package module

import "fmt"

// Level says how much a finding matters.
type Level string

// The levels: all is well; something needs attention; something does not work.
const (
	OK      Level = "ok"
	Warning Level = "warning"
	Error   Level = "error"
)

// Finding is one thing that an operator should know. None of its texts holds a secret.
type Finding struct {
	Level   Level  `json:"level"`
	Code    string `json:"code"`    // what kind of finding it is; scripts rely on it
	Subject string `json:"subject"` // what it is about: a key of the configuration, a file, a consumer
	Found   string `json:"found"`   // what was found, one line
	Todo    string `json:"todo"`    // what to do about it; empty when all is well
}

// NotChecked is the finding of a check that failed itself.
func NotChecked(subject string, err error) Finding {
	return Finding{Warning, "not_checked", subject, fmt.Sprintf("could not be checked: %v", err), "run doctor again when the rest is mended"}
}
