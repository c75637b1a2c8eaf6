package auth

import "time"

// defaultStepUpAge is how long a proof counts where nothing is configured.
const defaultStepUpAge = 10 * time.Minute

// SecondFactorRequired reports whether the staff need a second factor for anything but their own
// account.
func (a *Authority) SecondFactorRequired() bool { return a.o.SecondFactorRequired }

// LacksSecondFactor reports whether the caller has to add a second factor first.
func (a *Authority) LacksSecondFactor(p Principal) bool {
	return a.o.SecondFactorRequired && p.KeyID == "" && !p.SecondFactor
}

// StepsUp reports whether sensitive operations require a recent proof of the caller: of the staff
// with a second factor and, where one is required, of all staff. Keys need none.
func (a *Authority) StepsUp(p Principal) bool {
	return p.KeyID == "" && (a.o.SecondFactorRequired || p.SecondFactor)
}

// FreshUntil is until when the last proof of the caller's session counts, in whole seconds: tokens
// hold no others.
func (a *Authority) FreshUntil(p Principal) time.Time {
	return p.AuthTime.Truncate(time.Second).Add(a.o.StepUpAge)
}

// Fresh reports whether the last proof of the caller's session counts: to the end of the second.
func (a *Authority) Fresh(p Principal) bool {
	return !a.o.Clock.Now().Truncate(time.Second).After(a.FreshUntil(p))
}
