package database

import (
	"database/sql"
	"time"
)

// StandbyStatus is the state of a standby, as it was measured last.
type StandbyStatus struct {
	Host   string
	Usable bool
	// Lag is by how much it is behind, five minutes at most; below 0 when it is not known.
	Lag time.Duration
	// Reads is how many reads of this process it has answered.
	Reads  int64
	Reason error // why it is not used, else nil
}

// Standbys returns the state of all standbys. It asks none of them.
func (r *Reads) Standbys() []StandbyStatus {
	var all []StandbyStatus
	for _, s := range r.standbys {
		s.mu.Lock()
		all = append(all, StandbyStatus{
			Host: s.host, Usable: s.usable.Load(), Lag: s.lag, Reads: s.reads.Load(), Reason: s.reason,
		})
		s.mu.Unlock()
	}
	return all
}

// Pools returns the pools of connections to the standbys by host, for metrics.
func (r *Reads) Pools() (map[string]*sql.DB, error) {
	pools := map[string]*sql.DB{}
	for _, s := range r.standbys {
		pool, err := s.db.DB()
		if err != nil {
			return nil, err
		}
		pools[s.host] = pool
	}
	return pools, nil
}
