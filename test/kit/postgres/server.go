// Package postgres runs a PostgreSQL server of its own for tests, from the binaries on the machine.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"orderd/test/kit/port"
	"orderd/test/kit/ramdisk"
)

// ErrMissing is the error of a machine without PostgreSQL's binaries.
var ErrMissing = errors.New("PostgreSQL is not installed; on Debian: apt-get install postgresql (or set TEST_POSTGRES_URL)")

// settings suit many small databases. fsync stays on, which the service insists on; the data lie in
// memory where that is possible.
var settings = []string{
	"listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=400", "shared_buffers=64MB",
	"dynamic_shared_memory_type=mmap", "max_wal_size=256MB", "jit=off",
}

// Server is a running server, whose superuser is postgres without password.
type Server struct {
	port  int
	dir   string   // the data directory
	more  []string // settings beside those of all servers
	bin   string
	owner *syscall.Credential // who runs it when we are root, which PostgreSQL refuses to be
	guard *exec.Cmd           // the shell around it
	life  *os.File            // the guard's standard input
}

// Start makes a server with an empty data directory and waits until it answers. The server ends,
// and its directory goes, with Stop or with this process, however that ends. It leaves no goroutine
// behind.
func Start() (*Server, error) { return start(ramdisk.Folder()) }

// StartIn is Start with the data in a new directory inside of parent.
func StartIn(parent string) (*Server, error) { return start(parent) }

// StartWith is Start with more settings: "work_mem=8MB".
func StartWith(more ...string) (*Server, error) { return start(ramdisk.Folder(), more...) }

func start(parent string, more ...string) (*Server, error) {
	return launch(parent, more, func(s *Server) *exec.Cmd {
		return s.command(filepath.Join(s.bin, "initdb"), "--pgdata", s.data(), "--username=postgres", "--auth=trust", "--encoding=UTF8",
			"--locale=C.UTF-8", "--no-sync", "--no-instructions")
	})
}

// launch makes a server whose data directory the command fills, and starts it.
func launch(parent string, more []string, fill func(s *Server) *exec.Cmd) (*Server, error) {
	bin, err := Find()
	if err != nil {
		return nil, err
	}
	s := &Server{bin: bin, more: more}
	if s.owner, err = owner(); err != nil {
		return nil, err
	}
	if s.dir, err = os.MkdirTemp(parent, "orderd-postgres-"); err != nil {
		return nil, err
	}
	if s.owner != nil {
		if err := os.Chown(s.dir, int(s.owner.Uid), int(s.owner.Gid)); err != nil {
			return nil, err
		}
	}
	if out, err := fill(s).CombinedOutput(); err != nil {
		return nil, errors.Join(fmt.Errorf("fill the data directory: %w: %s", err, out), os.RemoveAll(s.dir))
	}
	if s.port, err = port.Free(); err != nil {
		return nil, err
	}
	if err := s.Resume(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(s.dir))
	}
	return s, nil
}

// guardScript runs the server until its standard input ends, which happens when the process that
// holds the other end stops or dies. A server that was killed leaves its directory, so that it can
// be resumed.
const guardScript = `
trap '' INT TERM HUP
"$@" </dev/null >"$DIR/log" 2>&1 &
server=$!
read word
kill -QUIT $server 2>/dev/null
wait $server
[ "$word" = keep ] || rm -rf "$DIR"
`

// Resume starts the server again, on the same port and data, after Halt or Kill.
func (s *Server) Resume() error {
	args := []string{"-c", guardScript, "guard", filepath.Join(s.bin, "postgres"), "-D", s.data(), "-p", strconv.Itoa(s.port)}
	for _, setting := range slices.Concat(settings, s.more) {
		args = append(args, "-c", setting)
	}
	guard := s.command("/bin/sh", args...)
	guard.Env = append(os.Environ(), "DIR="+s.dir)
	input, life, err := os.Pipe()
	if err != nil {
		return err
	}
	guard.Stdin = input
	err = guard.Start()
	_ = input.Close()
	if err != nil {
		return errors.Join(err, life.Close())
	}
	s.guard, s.life = guard, life
	return s.await()
}

// await waits until the server answers queries.
func (s *Server) await() error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		conn, err := pgx.Connect(ctx, s.URL("postgres"))
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			log, _ := os.ReadFile(filepath.Join(s.dir, "log"))
			return errors.Join(fmt.Errorf("PostgreSQL does not start: %w: %s", err, log), s.Stop())
		}
	}
}

// URL is the address of a database of the server.
func (s *Server) URL(database string) string {
	return fmt.Sprintf("postgres://postgres@127.0.0.1:%d/%s?sslmode=disable", s.port, database)
}

// Port is where the server listens on 127.0.0.1.
func (s *Server) Port() int { return s.port }

// Halt stops the server at once and keeps its data (pg_ctl stop -m immediate). Resume starts it
// again.
func (s *Server) Halt() error { return s.end("keep\n") }

// Stop ends the server for good and removes its data.
func (s *Server) Stop() error { return s.end("") }

func (s *Server) end(word string) error {
	_, err := s.life.WriteString(word)
	return errors.Join(err, s.life.Close(), s.guard.Wait())
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// command runs as the server's owner in a process group of its own, so that a Ctrl-C in the
// terminal reaches the tests first.
func (s *Server) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = s.dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: s.owner}
	return cmd
}
