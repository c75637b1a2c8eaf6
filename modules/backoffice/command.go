package backoffice

import (
	"context"
	"errors"
	"fmt"
	"io"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/module"
)

// retryCommand is retry for an operator at the command line, whose doing the log shows as that of "cli".
func retryCommand(db *gorm.DB) module.Command {
	return module.Command{
		Name: "events retry", Usage: "ID", Summary: "give a dead delivery another life",
		Run: func(ctx context.Context, args []string, out io.Writer) error {
			if len(args) != 1 {
				return errors.New("usage: events retry ID")
			}
			ctx = eventbus.As(ctx, "cli")
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
