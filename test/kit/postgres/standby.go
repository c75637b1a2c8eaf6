package postgres

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/jackc/pgx/v5"

	"orderd/test/kit/ramdisk"
)

// Standby makes a streaming standby of the server: a copy of its data (pg_basebackup) that replays
// its log and answers reads. It is a Server of its own, and lives as long as one.
func (s *Server) Standby() (*Server, error) {
	return launch(ramdisk.Folder(), s.more, func(copied *Server) *exec.Cmd {
		return copied.command(filepath.Join(s.bin, "pg_basebackup"), "--pgdata", copied.data(), "--host=127.0.0.1",
			"--port="+strconv.Itoa(s.port),
			"--username=postgres", "--write-recovery-conf", "--wal-method=stream", "--checkpoint=fast", "--no-sync")
	})
}

// Promote makes a standby the primary, and returns when it takes writes.
func (s *Server) Promote() error { return s.Exec("SELECT pg_promote()") }

// PauseReplay stops a standby at the state that it has. It still receives the primary's log.
func (s *Server) PauseReplay() error { return s.Exec("SELECT pg_wal_replay_pause()") }

// ResumeReplay lets a standby go on.
func (s *Server) ResumeReplay() error { return s.Exec("SELECT pg_wal_replay_resume()") }

// Exec runs a statement as the superuser, in the database postgres.
func (s *Server) Exec(statement string) error {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, s.URL("postgres"))
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, statement)
	return errors.Join(err, conn.Close(ctx))
}
