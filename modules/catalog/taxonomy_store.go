package catalog

import (
	"errors"

	"gorm.io/gorm"

	"orderd/platform/fault"
)

// inUseFault turns the error of a row that another row refers to into InUse with the reason.
func inUseFault(err error, reason fault.Text) error {
	if errors.Is(err, gorm.ErrForeignKeyViolated) {
		return fault.New(fault.InUse, reason).WithCause(err)
	}
	return err
}
