package catalog

import (
	"context"
	"slices"

	"orderd/platform/background"
)

// run does the module's periodic jobs, with those that are given, until ctx ends.
func (d Deps) run(ctx context.Context, more ...background.Job) error {
	return background.Run(ctx, d.Log, slices.Concat(d.sales().jobs(), d.pairs().jobs(), d.attributeIndexer().jobs(), more,
		[]background.Job{productIndex.Job(d.DB, d.Clock)})...)
}
