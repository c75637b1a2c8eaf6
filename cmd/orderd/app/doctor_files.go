package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"orderd/cmd/orderd/settings"
	"orderd/platform/auth"
	"orderd/platform/module"
)

func invalidConfig(err error) []module.Finding {
	return []module.Finding{{
		Level: module.Error, Code: "config_invalid", Subject: "configuration", Found: err.Error(),
		Todo: "correct it until `orderd check-config` prints it",
	}}
}

// checkConfig looks for what is valid and most likely not meant.
func checkConfig(c settings.Config) (findings []module.Finding) {
	for _, warning := range c.Warnings() {
		findings = append(findings, doubtful(warning))
	}
	if c.Dev {
		findings = append(findings, module.Finding{
			Level: module.Warning, Code: "dev_mode", Subject: "dev",
			Found: "dev mode is on: the admin's password is printed, and mails may stay in a mailbox of its own",
			Todo:  "remove `dev: true` (ORDERD_DEV) in production",
		})
	}
	if len(findings) == 0 {
		findings = append(findings, module.Finding{
			Level: module.OK, Code: "config_ok", Subject: "configuration", Found: "is valid",
		})
	}
	return findings
}

// doubtful is the finding of a warning of the configuration, which begins with its key.
func doubtful(warning string) module.Finding {
	key, found, _ := strings.Cut(warning, ": ")
	return module.Finding{
		Level: module.Warning, Code: "config_doubtful", Subject: key, Found: found, Todo: "set " + key,
	}
}

// checkKeys looks at the file of the signing keys.
func checkKeys(c settings.Config) []module.Finding {
	file := c.Auth.KeysFile
	if file == "" {
		file = filepath.Join(c.DataDir, "keys.pem")
		if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
			return []module.Finding{{Level: module.OK, Code: "keys_file_ok", Subject: file,
				Found: "is not there yet: serve makes it"}}
		}
	}
	if _, err := auth.LoadKeys(file); err != nil {
		return []module.Finding{{
			Level: module.Error, Code: "keys_file_unusable", Subject: file, Found: err.Error(),
			Todo: "put the keys there and let the service's user read them; `openssl genpkey -algorithm ed25519` makes one",
		}}
	}
	if open := checkMode(file, "keys_file_open"); open != nil {
		return open
	}
	return []module.Finding{{Level: module.OK, Code: "keys_file_ok", Subject: file,
		Found: "has keys, and only its owner reads it"}}
}

// checkMode finds a file that others than its owner may read or write. A file that is not there is
// fine.
func checkMode(file, code string) []module.Finding {
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm()&0o077 == 0 {
		return nil
	}
	return []module.Finding{{
		Level: module.Warning, Code: code, Subject: file,
		Found: fmt.Sprintf("others than its owner have rights on it (mode %04o)", info.Mode().Perm()),
		Todo:  "chmod 600 " + file,
	}}
}

// checkSecrets looks at auth.secret, or at the secret that the service has made.
func checkSecrets(c settings.Config) (findings []module.Finding) {
	secrets, subject := c.Auth.Secret.Reveal(), "auth.secret"
	if len(secrets) == 0 {
		subject = filepath.Join(c.DataDir, "secret")
		text, err := os.ReadFile(subject)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return []module.Finding{{Level: module.OK, Code: "secret_ok", Subject: subject,
				Found: "is not there yet: serve makes it"}}
		case err != nil:
			return []module.Finding{{Level: module.Error, Code: "secret_unusable", Subject: subject, Found: err.Error(),
				Todo: "let the service's user read it"}}
		}
		findings = checkMode(subject, "secret_open")
		secrets = []string{strings.TrimSpace(string(text))}
	}
	seen := map[string]bool{}
	for i, text := range secrets {
		place := fmt.Sprintf("number %d of %d ", i+1, len(secrets))
		if len(text) < settings.MinSecretLength {
			findings = append(findings, module.Finding{
				Level: module.Warning, Code: "secret_short", Subject: subject,
				Found: fmt.Sprintf("%shas fewer than %d characters", place, settings.MinSecretLength),
				Todo: "replace it: `openssl rand -base64 48` makes one; deployments/README.md says how without logging anybody " +
					"out",
			})
		}
		if seen[text] {
			findings = append(findings, module.Finding{
				Level: module.Warning, Code: "secret_twice", Subject: subject, Found: place + "is there before",
				Todo: "remove one of them; a rotation needs a new secret",
			})
		}
		seen[text] = true
	}
	if len(findings) == 0 {
		findings = []module.Finding{{Level: module.OK, Code: "secret_ok", Subject: subject, Found: "is long enough"}}
	}
	return findings
}

// checkDatabaseFiles looks who may read the embedded database, and the password of dev mode's
// admin.
func checkDatabaseFiles(c settings.Config) (findings []module.Finding) {
	findings = checkMode(adminPasswordFile(c), "data_file_open")
	file, isFile := strings.CutPrefix(c.Database.URL.Reveal(), "sqlite:")
	if !isFile {
		return findings
	}
	for _, suffix := range []string{"", "-wal", "-shm", ".lock"} {
		findings = append(findings, checkMode(file+suffix, "data_file_open")...)
	}
	return findings
}

// Free space on the disk of the embedded database below which doctor warns, or fails.
const (
	lowDiskSpace = 1 << 30
	noDiskSpace  = 50 << 20
)

// checkDisk looks at the disk of data_dir. A PostgreSQL server's disk can't be seen from here.
func checkDisk(c settings.Config) []module.Finding {
	dir := c.DataDir
	if file, isFile := strings.CutPrefix(c.Database.URL.Reveal(), "sqlite:"); isFile {
		dir = filepath.Dir(file)
	}
	var disk syscall.Statfs_t
	if err := syscall.Statfs(dir, &disk); err != nil {
		return nil // the folder is not there; who needs it says so
	}
	return diskFindings(dir, disk.Bavail*uint64(disk.Bsize))
}

func diskFindings(dir string, free uint64) []module.Finding {
	f := module.Finding{Level: module.OK, Code: "disk_ok", Subject: dir, Found: fmt.Sprintf("%d MB are free", free>>20)}
	if free < lowDiskSpace {
		f.Level, f.Code, f.Todo = module.Warning, "disk_low",
			"free space on the disk: without any, the service answers 503 to every write"
	}
	if free < noDiskSpace {
		f.Level = module.Error
	}
	return []module.Finding{f}
}
