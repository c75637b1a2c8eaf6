package main

import (
	"embed"
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"
)

//go:embed templates
var templates embed.FS

var nameForm = regexp.MustCompile(`^[a-z]{3,20}$`)

// generate makes the module in the repository at root. It changes nothing unless everything can be
// made.
func generate(root, name string) error {
	if !nameForm.MatchString(name) {
		return errors.New("NAME must be 3 to 20 lower-case letters: gifts")
	}
	if _, err := os.Stat(filepath.Join(root, "modules", name)); err == nil {
		return fmt.Errorf("modules/%s is there already", name)
	}
	files, err := render(name)
	if err != nil {
		return err
	}
	for file, edit := range map[string]func(text, name string) (string, error){
		"cmd/orderd/app/modules.go":      wire,
		"cmd/orderd/app/headings.go":     head,
		"cmd/orderd/settings/modules.go": addName,
		"modules/README.md":              list,
	} {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			return err
		}
		changed, err := edit(string(text), name)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		files[file] = changed
	}
	for file, text := range files {
		target := filepath.Join(root, file)
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(target, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return drawGraphs(root)
}

// drawGraphs draws the graphs of modules/README.md, which show the new module too.
func drawGraphs(root string) error {
	cmd := exec.Command("go", "test", "-count=1", "-run", "TestWriteGraphs", "./test/arch")
	cmd.Dir, cmd.Env = root, append(os.Environ(), "UPDATE_GOLDEN=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("draw the graphs of modules/README.md: %w\n%s", err, out)
	}
	return nil
}

// render fills the templates in; the texts come by path.
func render(name string) (map[string]string, error) {
	files := map[string]string{}
	err := fs.WalkDir(templates, "templates", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		t, err := template.New(d.Name()).Delims("«", "»").ParseFS(templates, path)
		if err != nil {
			return err
		}
		var text strings.Builder
		if err := t.Execute(&text, struct{ Name, Title string }{name, titleOf(name)}); err != nil {
			return err
		}
		target := strings.TrimSuffix(strings.TrimPrefix(path, "templates/"), ".tmpl")
		target = "modules/" + name + "/" + strings.ReplaceAll(target, "NAME", name)
		formatted := text.String()
		if strings.HasSuffix(target, ".go") {
			source, err := format.Source([]byte(formatted))
			if err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			formatted = string(source)
		}
		files[target] = formatted
		return nil
	})
	return files, err
}

// wire adds the module to the composition root's import and list.
func wire(text, name string) (string, error) {
	const lastImport, endOfList = "\t\"orderd/platform/module\"\n", "\n\t}\n}\n"
	if !strings.Contains(text, lastImport) || strings.Count(text, "[]module.Module{") != 1 {
		return "", errors.New("there is no list of modules where it is expected")
	}
	text = strings.Replace(text, lastImport, fmt.Sprintf("\t\"orderd/modules/%s\"\n%s", name, lastImport), 1)
	begin := strings.Index(text, "[]module.Module{")
	end := begin + strings.Index(text[begin:], endOfList)
	text = text[:end] + fmt.Sprintf("\n\t\t%[1]s.New(%[1]s.Deps{DB: a.db, Clock: a.clock}),", name) + text[end:]
	source, err := format.Source([]byte(text))
	return string(source), err
}

// addName adds the module's name to those that the configuration knows.
func addName(text, name string) (string, error) {
	const begin, end = "var moduleNames = []string{", ",\n}\n"
	list := strings.Index(text, begin)
	if list < 0 || !strings.Contains(text[list:], end) {
		return "", errors.New("there is no list of names where it is expected")
	}
	return text[:list] + strings.Replace(text[list:], end, fmt.Sprintf(", %q%s", name, end), 1), nil
}

// head adds the module's tag to the headings of the document, behind those of the store.
func head(text, name string) (string, error) {
	const administration = "\n\n\t{Name: \"Administration: "
	if strings.Count(text, administration) != 1 {
		return "", errors.New("there is no list of headings where it is expected")
	}
	heading := fmt.Sprintf("\n\t{Name: %q, Description: \"Entries that users add: change this.\"},", titleOf(name))
	return strings.Replace(text, administration, heading+administration, 1), nil
}

func titleOf(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

var erasedRow = regexp.MustCompile("(?m)^(\\| `identity\\.account_erased\\.v1` \\| .* \\| )([a-z, ]+), audit \\|$")

// list adds the module to the tables of modules/README.md: itself, its event, and that it hears of
// erasures.
func list(text, name string) (string, error) {
	last := strings.LastIndex(text, "/doc.go) |")
	hears := erasedRow.FindStringSubmatch(text)
	if last < 0 || hears == nil {
		return "", errors.New("the tables are not where they are expected")
	}
	end := last + strings.Index(text[last:], "\n") + 1
	text = text[:end] + fmt.Sprintf("| [%[1]s](%[1]s/doc.go) | entries that users add: change this |\n", name) + text[end:]
	by := append(strings.Split(hears[2], ", "), name)
	slices.Sort(by)
	text = erasedRow.ReplaceAllLiteralString(text, hears[1]+strings.Join(by, ", ")+", audit |")
	return strings.TrimRight(text, "\n") + fmt.Sprintf("\n| `%s.entry_added.v1` | a user added an entry | no module yet |\n", name), nil
}
