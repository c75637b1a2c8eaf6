package catalog

import (
	"context"
	"slices"

	"orderd/platform/background"
)

// run does the module's periodic jobs until ctx ends.
func (d Deps) run(ctx context.Context) error {
	return background.Run(ctx, d.Log, slices.Concat(d.sales().jobs(), d.pairs().jobs(), d.attributeIndexer().jobs(),
		[]background.Job{productIndex.Job(d.DB, d.Clock)})...)
}
