package app

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"

	"go.uber.org/zap"

	"orderd/platform/fault"
)

// exportQuestion is the name of the question for what the modules of a site hold on a user.
const exportQuestion = "export"

// exportUser is what every module holds on the user, by the module's name. What modules of other
// sites hold is asked of them. It fails when a module that may hold something does not answer: a
// part would pass for the whole.
func (a *App) exportUser(ctx context.Context, userID string) (map[string]any, error) {
	all, err := a.exportOwn(ctx, userID)
	if err != nil || len(a.others) == 0 {
		return all, err
	}
	if a.carrier != nil {
		elsewhere, err := a.exportElsewhere(ctx, userID)
		if err != nil {
			a.log.Warn("an export lacks the data of other sites", zap.Error(err))
		}
		maps.Copy(all, elsewhere)
	}
	for _, m := range a.others {
		if _, held := all[m.Name]; m.Export != nil && !held {
			return nil, fault.New(fault.Unavailable, "The data of %s is kept elsewhere and can't be collected now.", m.Name)
		}
	}
	return all, nil
}

// exportOwn is what the modules of this process hold on the user.
func (a *App) exportOwn(ctx context.Context, userID string) (map[string]any, error) {
	held := map[string]any{}
	for _, m := range a.modules {
		if m.Export == nil {
			continue
		}
		data, err := m.Export(ctx, a.db, userID)
		if err != nil {
			return nil, fmt.Errorf("export from %s: %w", m.Name, err)
		}
		held[m.Name] = data
	}
	return held, nil
}

// exportElsewhere asks all other sites for what their modules hold on the user.
func (a *App) exportElsewhere(ctx context.Context, userID string) (map[string]any, error) {
	answers, err := a.carrier.Ask(ctx, exportQuestion, []byte(userID))
	if err != nil {
		return nil, err
	}
	held := map[string]any{}
	for site, answer := range answers {
		var modules map[string]json.RawMessage
		if err := json.Unmarshal(answer, &modules); err != nil {
			return nil, fmt.Errorf("the export of %s: %w", site, err)
		}
		for name, data := range modules {
			held[name] = data
		}
	}
	return held, nil
}

// answerExport answers another site's question for the user with this id.
func (a *App) answerExport(ctx context.Context, userID []byte) ([]byte, error) {
	held, err := a.exportOwn(ctx, string(userID))
	if err != nil {
		return nil, err
	}
	return json.Marshal(held)
}
