package vat

import "orderd/platform/telemetry"

// The outcomes of questions, as they are measured.
const (
	outcomeValid    = "valid"
	outcomeInvalid  = "invalid"
	outcomeNoAnswer = "no_answer"
)

// countQuestions counts questions by their outcome.
type countQuestions func(n float64, outcome ...string)

// newCountQuestions makes the counter, and shows every outcome from the start. Without metrics it
// does nothing.
func newCountQuestions(m *telemetry.Metrics) countQuestions {
	if m == nil {
		return func(float64, ...string) {}
	}
	count := m.Counter("vat_questions_total", "Questions about VAT ids, by what VIES answered.", "outcome")
	for _, outcome := range []string{outcomeValid, outcomeInvalid, outcomeNoAnswer} {
		count(0, outcome)
	}
	return count
}

// record counts a question.
func (c countQuestions) record(a answer, err error) {
	switch {
	case err != nil:
		c(1, outcomeNoAnswer)
	case a.Valid:
		c(1, outcomeValid)
	default:
		c(1, outcomeInvalid)
	}
}
