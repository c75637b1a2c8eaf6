package catalog

import (
	"context"
	"time"

	"orderd/platform/background"
)

// run does the module's periodic jobs until ctx ends.
func (d Deps) run(ctx context.Context) error {
	return background.Run(ctx, d.Log, append(d.sales().jobs(), productIndex.Job(d.DB, d.Clock), oldSlugsJob(d.DB),
		optionsJob(d.DB),
		background.Job{Name: "publish weights from before an upgrade", Every: time.Minute, Do: d.publishFormerWeights})...)
}
