package catalog

import (
	"context"

	"orderd/platform/background"
)

// run does the module's periodic jobs until ctx ends.
func (d Deps) run(ctx context.Context) error {
	return background.Run(ctx, d.Log, append(append(d.sales().jobs(), d.pairs().jobs()...),
		productIndex.Job(d.DB, d.Clock))...)
}
