package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/id"
)

const killRounds = 12

// killDuringWork: processes publish and handle, and are killed with -9 at random moments; on
// PostgreSQL one of two replicas at a time. At the end every event that was committed has had its
// effect once at each consumer. The publishers do not lock what their keys name, so that the order
// of the keys is not that of the commits: the hardest case for once.
func killDuringWork(ctx context.Context, h *instance) ([]result, error) {
	if err := h.db.WithContext(ctx).Exec("CREATE TABLE sent (number text PRIMARY KEY)").Error; err != nil {
		return nil, err
	}
	var replicas []*process
	defer func() {
		for _, p := range replicas {
			p.kill()
		}
	}()
	if database.Dialect(h.db) == database.Postgres {
		companion, err := startChild(ctx, h.url, "work")
		if err != nil {
			return nil, err
		}
		replicas = append(replicas, companion)
	}
	for range killRounds {
		victim, err := startChild(ctx, h.url, "work")
		if err != nil {
			return nil, err
		}
		moment := time.Duration(20+rand.IntN(400)) * time.Millisecond
		err = wait(ctx, moment)
		victim.kill()
		if err != nil {
			return nil, err
		}
	}
	for _, p := range replicas {
		p.kill()
	}
	last, err := startChild(ctx, h.url, "handle")
	if err != nil {
		return nil, err
	}
	defer last.kill()
	return h.checkEffects(ctx)
}

// checkEffects waits for calm and compares what was committed with its effects.
func (h *instance) checkEffects(ctx context.Context) ([]result, error) {
	// A COMMIT that PostgreSQL had got from a killed process may still be under way.
	if err := wait(ctx, 200*time.Millisecond); err != nil {
		return nil, err
	}
	if err := h.awaitCount(ctx, 0, "SELECT count(*) FROM deliveries"); err != nil {
		return nil, err
	}
	var counts [4]int
	for i, query := range []string{
		"SELECT count(*) FROM sent", "SELECT count(*) FROM events", "SELECT count(*) FROM effects",
		"SELECT count(*) FROM (SELECT DISTINCT consumer, event FROM effects) AS once",
	} {
		n, err := h.count(ctx, query)
		if err != nil {
			return nil, err
		}
		counts[i] = n
	}
	committed, events, effects, different := counts[0], counts[1], counts[2], counts[3]
	lost, doubled := committed*consumers-different, effects-different
	return []result{{
		fmt.Sprintf("kill -9, %d times, %d events × %d consumers", killRounds, committed, consumers), "0 lost, 0 doubled",
		fmt.Sprintf("%d lost, %d doubled", lost, doubled), lost == 0 && doubled == 0 && committed == events && committed > 50,
	}}, nil
}

// process is a child that can be killed.
type process struct{ cmd *exec.Cmd }

// startChild starts this program as a process of the service and waits until it works.
func startChild(ctx context.Context, at, mode string) (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, self, "child", mode, at)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &process{cmd}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "ready\n" {
		p.kill()
		return nil, errors.Join(errors.New("the child did not get ready"), err)
	}
	return p, nil
}

// kill is kill -9.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

// runChild works as a process of the service until it is killed: "work" publishes and handles,
// "handle" only handles.
func runChild(ctx context.Context, args []string) error {
	if len(args) != 2 {
		return errors.New("usage: events child work|handle URL")
	}
	h, err := (&environment{}).openInstance(ctx, args[1])
	if err != nil {
		return err
	}
	h.subscribe(newMeter())
	if err := h.start(ctx); err != nil {
		return err
	}
	fmt.Println("ready")
	for args[0] == "work" {
		err := database.InTx(ctx, h.db, func(tx *gorm.DB) error {
			number := id.New()
			if err := tx.Exec("INSERT INTO sent (number) VALUES (?)", number).Error; err != nil {
				return err
			}
			return eventbus.Publish(ctx, tx, manyConsumersEvent{Order: fmt.Sprint(rand.IntN(50))})
		})
		if err != nil {
			return err
		}
	}
	<-ctx.Done()
	return nil
}
