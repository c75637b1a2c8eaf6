// Package background has the parts of work that no request waits for. Enter by Run, which repeats
// the jobs of a module until it stops. A Signal starts a job early, InBatches does much in short
// transactions, Once is work that an upgrade leaves to be done, Pauses say when what has failed is
// tried again, and Grace lets what is under way finish after a stop.
//
// A queue is a table whose rows several processes try. A worker claims a row for the time of a
// lease (Claim): until due_at no other process takes it. An attempt must end before the lease does.
// Its outcome is saved under the claim (SaveClaimed), so that a worker that was away for longer
// changes nothing that another one has claimed since. A row whose worker is killed is due again
// when the lease ends. Which rows are due, and in which order, is the business of each queue.
package background
