package catalog

import (
	"context"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/database"
)

// callerState is the state of the catalogue, and what the caller of the request may see of it.
type callerState struct {
	catalogState
	seesWholesale bool // whether the caller sees wholesale prices
	isWholesale   bool // whether the caller has a wholesale account
}

// stateForCaller reads the state, and whether the caller of the request sees wholesale prices, with
// one query. Admins and wholesale accounts see them. The copy of the account decides, not the
// token: a token may be ten minutes behind.
func stateForCaller(ctx context.Context, db *gorm.DB) (callerState, error) {
	caller, authenticated := auth.From(ctx)
	if authenticated && caller.Role != auth.RoleAdmin {
		return loadStateForUser(db, caller.UserID)
	}
	s, err := database.Take[catalogState](db)
	isAdmin := authenticated
	return callerState{catalogState: s, seesWholesale: isAdmin}, err
}
