package httpapi

import "time"

// SetAnswerTime shortens the time that an operation may take.
func (r *Router) SetAnswerTime(d time.Duration) { r.answerTime = d }
