package catalog

import "time"

// taskPause is how soon a task that has failed goes on.
const taskPause = time.Minute

// task is work over data from before the version that needs it, a batch at a time. What a killed
// process has not finished, the next one goes on with.
type task struct {
	Name  string `gorm:"primaryKey"`
	Place string // where the next batch begins
	Done  bool
}

func (task) TableName() string { return "catalog_tasks" }
