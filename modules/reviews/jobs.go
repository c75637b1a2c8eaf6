package reviews

import (
	"context"

	"orderd/platform/background"
)

// run does the module's periodic jobs until ctx ends.
func (d *Deps) run(ctx context.Context) error {
	return background.Run(ctx, d.Log, reviewIndex.RefreshJob(d.DB))
}
