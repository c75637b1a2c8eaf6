package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"

	"orderd/platform/database"
	"orderd/test/kit/postgres"
)

// dumpAndRestore: what is pending when the database is dumped is delivered from the copy, and what
// is published there too.
func dumpAndRestore(ctx context.Context, h *instance) (results []result, err error) {
	const orders = 100
	h.subscribe(newMeter())
	if err := h.start(ctx); err != nil { // writes the consumers
		return nil, err
	}
	if err := h.bus.Stop(ctx); err != nil {
		return nil, err
	}
	for range orders / 10 {
		if err := h.publish(ctx, makeEvents(10, func() string { return "order" })...); err != nil {
			return nil, err
		}
	}
	at, err := h.copyDatabase(ctx)
	if err != nil {
		return nil, err
	}
	restored, err := h.site.openInstance(ctx, at)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, restored.close()) }()
	restored.subscribe(newMeter())
	if err := restored.start(ctx); err != nil {
		return nil, err
	}
	if err := restored.publish(ctx, manyConsumersEvent{Order: "after"}); err != nil {
		return nil, err
	}
	if err := restored.awaitCount(ctx, 0, "SELECT count(*) FROM deliveries"); err != nil {
		return nil, err
	}
	const want = (orders + 1) * consumers
	n, err := restored.count(ctx, "SELECT count(*) FROM (SELECT DISTINCT consumer, event FROM effects) AS once")
	return []result{{"delivered after dump and restore", fmt.Sprint(want), fmt.Sprint(n), n == want}}, err
}

// copyDatabase dumps and restores with the means of the database. It returns the address of the
// copy.
func (h *instance) copyDatabase(ctx context.Context) (string, error) {
	if database.Dialect(h.db) == database.SQLite {
		at, err := h.site.freshURL(ctx, database.SQLite)
		if err != nil {
			return "", err
		}
		return at, h.db.WithContext(ctx).Exec("VACUUM INTO ?", at[len("sqlite:"):]).Error
	}
	at, err := h.site.freshURL(ctx, database.Postgres)
	if err != nil {
		return "", err
	}
	bin, err := postgres.Find()
	if err != nil {
		return "", err
	}
	dump := filepath.Join(h.site.dir, "dump")
	for _, command := range [][]string{
		{"pg_dump", "--format=custom", "--file=" + dump, h.url},
		{"pg_restore", "--dbname=" + at, dump},
	} {
		if out, err := exec.CommandContext(ctx, filepath.Join(bin, command[0]), command[1:]...).CombinedOutput(); err != nil {
			return "", fmt.Errorf("%s: %w: %s", command[0], err, out)
		}
	}
	return at, nil
}
