// Package ramdisk chooses where servers of tests have their data. Servers that sync every write
// would otherwise wait for a disk that the machine's other work keeps busy.
package ramdisk

import (
	"os"
	"syscall"
)

// Folder returns a folder in memory when the machine has at least 2 GiB of it free, else the folder
// for temporary files.
func Folder() string {
	const shm = "/dev/shm"
	var fs syscall.Statfs_t
	if syscall.Statfs(shm, &fs) == nil && fs.Bavail*uint64(fs.Bsize) >= 2<<30 {
		return shm
	}
	return os.TempDir()
}

// MakeDir makes a new directory in Folder.
func MakeDir(prefix string) (string, error) { return os.MkdirTemp(Folder(), prefix) }
