package backoffice

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/module"
)

// retryCommand retries the dead delivery that an operator names, or all that the flags select. The
// actor of its events is "cli".
func retryCommand(db *gorm.DB, c clock.Clock) module.Command {
	return module.Command{
		Name: "events retry", Usage: "ID | [--consumer NAME] [--name EVENT]", Summary: "retry dead deliveries",
		Run: func(ctx context.Context, args []string, out io.Writer) error {
			ctx = eventbus.WithActor(ctx, eventbus.ActorCLI)
			f := eventbus.DeadFilter{Until: c.Now()}
			flags := flag.NewFlagSet("events retry", flag.ContinueOnError)
			flags.StringVar(&f.Consumer, "consumer", "", "")
			flags.StringVar(&f.Name, "name", "", "")
			if err := flags.Parse(args); err != nil {
				return err
			}
			if flags.NArg() > 0 {
				return printRetry(ctx, db, flags.Arg(0), out)
			}
			return printRetries(ctx, db, f, out)
		},
	}
}

func printRetry(ctx context.Context, db *gorm.DB, id string, out io.Writer) error {
	var d eventbus.DeadDelivery
	err := database.InTx(ctx, db, func(tx *gorm.DB) (err error) {
		d, err = retryDelivery(ctx, tx, id)
		return err
	})
	if fault.Is(err, fault.NotFound) {
		return errors.New("there is no such dead delivery")
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s tries %s again; %d wait behind it\n", d.Consumer, d.Event.Name, d.Waiting)
	return err
}

func printRetries(ctx context.Context, db *gorm.DB, f eventbus.DeadFilter, out io.Writer) error {
	n, err := retryDeliveries(ctx, db, f)
	if err != nil {
		return fmt.Errorf("after %d deliveries: %w", n, err)
	}
	_, err = fmt.Fprintf(out, "%d deliveries are tried again\n", n)
	return err
}
