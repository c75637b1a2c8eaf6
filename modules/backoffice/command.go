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

// retryCommand is retry for an operator at the command line, whose doing the log shows as that of "cli".
func retryCommand(db *gorm.DB, c clock.Clock) module.Command {
	return module.Command{
		Name: "events retry", Usage: "ID | [--consumer NAME] [--name EVENT]", Summary: "give dead deliveries another life",
		Run: func(ctx context.Context, args []string, out io.Writer) error {
			ctx = eventbus.WithActor(ctx, "cli")
			f := eventbus.DeadFilter{Until: c.Now()}
			fs := flag.NewFlagSet("events retry", flag.ContinueOnError)
			fs.StringVar(&f.Consumer, "consumer", "", "")
			fs.StringVar(&f.Name, "name", "", "")
			if err := fs.Parse(args); err != nil {
				return err
			}
			if args = fs.Args(); len(args) == 0 {
				n, err := retryMany(ctx, db, f)
				if err != nil {
					return fmt.Errorf("after %d deliveries: %w", n, err)
				}
				_, err = fmt.Fprintf(out, "%d deliveries are tried again\n", n)
				return err
			}
			return database.InTx(ctx, db, func(tx *gorm.DB) error {
				d, err := retry(ctx, tx, args[0])
				if fault.Is(err, fault.NotFound) {
					return errors.New("there is no such dead delivery")
				}
				if err != nil {
					return err
				}
				_, err = fmt.Fprintf(out, "%s tries %s again; %d wait behind it\n", d.Consumer, d.Event.Name, d.Waiting)
				return err
			})
		},
	}
}
