package faults

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"orderd/platform/database"
	"orderd/test/kit"
	"orderd/test/kit/postgres"
)

// The disk of the database, and of uploads, is full for a while: there are answers, all within 10
// s, none but successes and 503; the service says that it is not ready, and works again by itself
// as soon as there is space.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			small := newDisk(t, 400)
			if small == nil {
				return
			}
			w := prepare(t, small.database(dialect), 1, "TMPDIR="+small.dir)
			w.launch()
			upload := w.asAdmin().With("Content-Type", "text/csv")
			outlive(t, w, false, func() {
				small.fill()
				upload.Do(t, "POST", "/v1/admin/products/import", "sku,price\nA-1,19.99\n").Require(t, 503, "unavailable")
			}, small.clear)
		})
	}
}

// disk is a small file system of a test's own.
type disk struct {
	t    *testing.T
	dir  string
	rest *os.File // takes the space that is left
}

// newDisk is nil where the test may not mount anything: in a container without that right only
// TestFullDisk of platform/database, which limits the size of a file, looks at what a full disk
// does.
func newDisk(t *testing.T, mib int) *disk {
	t.Helper()
	dir, err := os.MkdirTemp("", "orderd-disk-") //nolint:usetesting // a user without rights, who runs PostgreSQL, must be able to enter it
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Remove(dir) })
	switch err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%dm,mode=0777", mib)); {
	case errors.Is(err, syscall.EPERM), errors.Is(err, syscall.EACCES):
		t.Logf("NOT TRIED with the whole service: no small disk can be mounted (%v); run this test as root", err)
		return nil
	case err != nil:
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	return &disk{t: t, dir: dir}
}

// database is the address of an empty database on the disk.
func (d *disk) database(dialect string) string {
	d.t.Helper()
	if dialect == database.SQLite {
		return "sqlite:" + filepath.Join(d.dir, "orderd.db")
	}
	server, err := postgres.StartIn(d.dir)
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { _ = server.Stop() })
	return server.URL("postgres")
}

// fill takes all the space that is left.
func (d *disk) fill() {
	d.t.Helper()
	var err error
	if d.rest == nil {
		if d.rest, err = os.Create(filepath.Join(d.dir, "rest")); err != nil {
			d.t.Fatal(err)
		}
	}
	for block := make([]byte, 64<<10); err == nil; {
		_, err = d.rest.Write(block)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		d.t.Fatal(err)
	}
}

// leave fills the disk but for so many bytes.
func (d *disk) leave(free int64) {
	d.t.Helper()
	d.fill()
	size, err := d.rest.Seek(0, io.SeekEnd)
	if err == nil {
		err = d.rest.Truncate(size - free)
	}
	if err != nil {
		d.t.Fatal(err)
	}
}

// clear frees the space again.
func (d *disk) clear() {
	d.t.Helper()
	if err := errors.Join(os.Remove(d.rest.Name()), d.rest.Close()); err != nil {
		d.t.Fatal(err)
	}
}
