package storefront

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"syscall"
)

// What a theme may hold.
const (
	mostThemeFiles  = 200      // of a folder
	largestBlock    = 32 << 10 // bytes
	largestWords    = 256 << 10
	largestStyle    = 256 << 10
	largestStatic   = 2 << 20
	largestStatics  = 16 << 20 // all of them
	longestWordText = 2_000    // characters of a text
)

// themeStyle is the theme's style sheet, which pages load after the shop's own.
const themeStyle = "style.css"

// themeFault is what is wrong with a file of a theme, or what its author should know.
type themeFault struct {
	file string
	line int // 0: the whole file
	text string
}

func (f themeFault) String() string {
	if f.line == 0 {
		return f.file + ": " + f.text
	}
	return fmt.Sprintf("%s:%d: %s", f.file, f.line, f.text)
}

// themeReader reads the files of a theme. Nothing outside of its folder can be read through it,
// whatever a link in there leads to.
type themeReader struct {
	root   *os.Root
	faults []themeFault
}

func (f *themeReader) fault(file, format string, args ...any) {
	f.faults = append(f.faults, themeFault{file: file, text: fmt.Sprintf(format, args...)})
}

// names are the files of one of its folders, "" for the theme's own. Those that begin with a dot
// are somebody else's: an editor's, a version control's.
func (f *themeReader) names(folder string) []string {
	folder = path.Join(".", folder)
	info, err := f.root.Stat(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		f.fault(folder, "can't be read: %v", err)
		return nil
	case !info.IsDir():
		f.fault(folder, "is no folder")
		return nil
	}
	d, err := f.root.Open(folder)
	if err != nil {
		f.fault(folder, "can't be read: %v", err)
		return nil
	}
	defer func() { _ = d.Close() }()
	all, err := d.Readdirnames(mostThemeFiles + 1)
	if err != nil && !errors.Is(err, io.EOF) {
		f.fault(folder, "can't be read: %v", err)
		return nil
	}
	if len(all) > mostThemeFiles {
		f.fault(folder, "has more than %d files", mostThemeFiles)
		return nil
	}
	all = slices.DeleteFunc(all, func(name string) bool { return strings.HasPrefix(name, ".") })
	slices.Sort(all)
	return all
}

// read is a file of at most so many bytes; nil, with a fault, for what is none or can't be read.
func (f *themeReader) read(name string, most int) []byte {
	// Without O_NONBLOCK the opening of a pipe waits.
	file, err := f.root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		f.fault(name, "can't be read: %v", err)
		return nil
	}
	defer func() { _ = file.Close() }()
	// What was opened is looked at, and not its name, which may be another file's by now.
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		f.fault(name, "is no file")
		return nil
	}
	body, err := io.ReadAll(io.LimitReader(file, int64(most)+1))
	switch {
	case err != nil:
		f.fault(name, "can't be read: %v", err)
		return nil
	case len(body) > most:
		f.fault(name, "has more than %d bytes", most)
		return nil
	}
	return body
}

// has reports whether there is a file of the name, of whatever kind.
func (f *themeReader) has(name string) bool {
	_, err := f.root.Lstat(name)
	return err == nil
}

// readWords are the texts of a file of words. Those that the shop has no use for are notes.
func (f *themeReader) readWords(name string, own words) (w words, notes []themeFault) {
	text := f.read(name, largestWords)
	if text == nil {
		return nil, nil
	}
	if err := json.Unmarshal(text, &w); err != nil {
		f.faults = append(f.faults, themeFault{name, lineOf(text, jsonOffset(err)),
			"must be an object of texts: " + err.Error()})
		return nil, nil
	}
	for _, key := range sortedKeys(w) {
		at := themeFault{file: name, line: lineOf(text, bytes.Index(text, []byte(`"`+key+`"`)))}
		ownText, known := own[key]
		switch {
		case !known:
			at.text = fmt.Sprintf("there is no text %q: nothing shows it", key)
			notes = append(notes, at)
			delete(w, key)
		case isFixedWord(key):
			at.text = fmt.Sprintf("%q must be the shop's own", key)
			f.faults = append(f.faults, at)
		case len(w[key]) > longestWordText:
			at.text = fmt.Sprintf("%q has more than %d characters", key, longestWordText)
			f.faults = append(f.faults, at)
		case !slices.Equal(placeholders(ownText), placeholders(w[key])):
			at.text = fmt.Sprintf("%q has %v to be filled in, the shop's own has %v", key, placeholders(w[key]),
				placeholders(ownText))
			notes = append(notes, at)
		}
	}
	return w, notes
}

// isFixedWord reports whether no theme may change the text: what the order button says is the
// law's, and what is wrong with a field must be what the shop means.
func isFixedWord(key string) bool {
	return key == "checkout.buy" || key == "fault" ||
		strings.HasPrefix(key, "fault.") || strings.HasPrefix(key, "faults.")
}

var placeholder = regexp.MustCompile(`\{[a-zA-Z]+\}`)

func placeholders(text string) []string {
	found := placeholder.FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// jsonOffset is where in the text the fault is.
func jsonOffset(err error) int {
	if s, ok := errors.AsType[*json.SyntaxError](err); ok {
		return int(s.Offset)
	}
	if t, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return int(t.Offset)
	}
	return 0
}

// lineOf is the line of a text at the offset.
func lineOf(text []byte, offset int) int {
	return 1 + bytes.Count(text[:min(max(offset, 0), len(text))], []byte("\n"))
}

// staticName is how a file is named that pages load: it becomes part of an address.
var staticName = regexp.MustCompile(`^[a-zA-Z0-9][a-zA-Z0-9._-]{0,99}$`)

// readStatic are the files of the theme that pages load, the style sheet among them, by their name.
func (f *themeReader) readStatic() map[string][]byte {
	all, total := map[string][]byte{}, 0
	for _, name := range f.names("static") {
		file := "static/" + name
		own := ownStatic[name]
		switch extension := path.Ext(name); {
		case !staticName.MatchString(name) || contentTypes[extension] == "":
			f.fault(file, "must be named with letters, digits, dots and dashes, and end with one of %s",
				strings.Join(sortedKeys(contentTypes), " "))
			continue
		case name == themeStyle, own && (extension == ".css" || extension == ".js"):
			f.fault(file, "can't be replaced: styles of a theme stand in %s", themeStyle)
			continue
		}
		body := f.read(file, largestStatic)
		if body == nil {
			continue
		}
		if total += len(body); total > largestStatics {
			f.fault("static", "has more than %d bytes", largestStatics)
			return nil
		}
		all[name] = body
	}
	if f.has(themeStyle) {
		if body := f.read(themeStyle, largestStyle); body != nil {
			all[themeStyle] = body
		}
	}
	return all
}
