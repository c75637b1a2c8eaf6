package storefront

import (
	"errors"
	"fmt"
	"html/template"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"go.uber.org/zap"

	"orderd/platform/clock"
	"orderd/platform/locale"
)

// themeFolder is a folder in which an owner replaces parts of the shop's look: single blocks,
// styles, texts and files. All else is the shop's own.
//
//	blocks/card.html     a block, in place of the shop's own
//	style.css            loaded after the shop's own style sheet
//	static/leaf.svg      a file that pages load
//	words/de.json        some of the texts of a language
//
// A block is given the struct that the shop's own is given (blockViews), and functions that ask for
// nothing (functions): it reaches no file, no secret and no call. What it writes, how long it takes
// and how often it goes round is limited. When it fails, the shop's own is shown.
type themeFolder struct {
	blocks map[string]themeBlock // by name
	words  map[locale.Code]words
	static map[string][]byte
	notes  []themeFault // what its author should know

	sets  map[locale.Code]*template.Template // its blocks, above the shop's own
	clock clock.Clock
	log   *zap.Logger
	// inspected is called for a block that was rendered, or failed; nil but for a check.
	inspected func(l locale.Code, name string, view any, html string, err error)

	mu   sync.Mutex
	said map[string]time.Time // when the log was told of a block
	out  map[string]time.Time // until when a block that went beyond a limit is left out
}

// themeBlock is a block of a theme.
type themeBlock struct {
	block // the shop's own
	// copied is the version that the theme's is a copy of.
	copied int
	text   string
	trees  blockTrees
}

func (b themeBlock) file() string { return "blocks/" + b.name + ".html" }

// outdated reports whether the shop's own block has changed since it was copied.
func (b themeBlock) outdated() bool { return b.copied < b.version }

// themeFaults is the error of a theme that can't be used.
type themeFaults []themeFault

func (f themeFaults) Error() string {
	return "the theme is not valid:\n  " + strings.Join(f.lines(), "\n  ")
}

func (f themeFaults) lines() []string {
	all := make([]string, len(f))
	for i, fault := range f {
		all[i] = fault.String()
	}
	return all
}

// loadTheme reads the theme of a folder; nil for no folder. The error is a themeFaults.
//
// What an update of the shop may bring about is a note and no fault, so that no update keeps a shop
// from starting: a block or a text that there is no more, and a block that does not fit any more,
// which is left out then.
func loadTheme(dir string, c clock.Clock, log *zap.Logger) (*themeFolder, error) {
	if dir == "" {
		return nil, nil //nolint:nilnil // there is none
	}
	return loadThemeOf(ownBlocks(), dir, c, log)
}

// loadThemeOf is loadTheme for a shop with these blocks of its own.
func loadThemeOf(own map[string]block, dir string, c clock.Clock, log *zap.Logger) (*themeFolder, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, themeFaults{{file: dir, text: "can't be opened: " + err.Error()}}
	}
	defer func() { _ = root.Close() }()
	t := &themeFolder{
		blocks: map[string]themeBlock{}, words: map[locale.Code]words{}, sets: map[locale.Code]*template.Template{},
		clock: c, log: log, said: map[string]time.Time{}, out: map[string]time.Time{},
	}
	folder := &themeReader{root: root}
	t.static = folder.readStatic()
	for _, l := range languages {
		if name := "words/" + string(l) + ".json"; folder.has(name) {
			w, notes := folder.readWords(name, readWords(l))
			t.words[l], t.notes = w, append(t.notes, notes...)
		}
	}
	t.readBlocks(folder, own)
	t.noteOthers(folder)
	if len(folder.faults) == 0 {
		folder.faults = t.makeSets()
	}
	if len(folder.faults) > 0 {
		return nil, themeFaults(folder.faults)
	}
	return t, nil
}

// noteOthers tells of files that nothing reads.
func (t *themeFolder) noteOthers(f *themeReader) {
	for _, name := range f.names("") {
		if !slices.Contains([]string{"blocks", "static", "words", themeStyle, "README.md"}, name) {
			t.notes = append(t.notes, themeFault{file: name, text: "nothing reads it"})
		}
	}
	for _, name := range f.names("words") {
		l, isWords := strings.CutSuffix(name, ".json")
		if !isWords || !slices.Contains(languages, locale.Code(l)) {
			t.notes = append(t.notes, themeFault{file: "words/" + name, text: "nothing reads it"})
		}
	}
}

// readBlocks reads the blocks of the theme, and leaves out those that an update has made unfit.
func (t *themeFolder) readBlocks(f *themeReader, all map[string]block) {
	for _, file := range f.names("blocks") {
		name, isBlock := strings.CutSuffix(file, ".html")
		own, known := all[name]
		if !isBlock || !known {
			t.notes = append(t.notes, themeFault{file: "blocks/" + file,
				text: "there is no block of this name: nothing shows it"})
			continue
		}
		text := f.read("blocks/"+file, largestBlock)
		if text == nil {
			continue
		}
		b := themeBlock{block: own, text: strings.TrimSuffix(string(text), "\n")}
		faults := b.parse()
		switch {
		case len(faults) == 0:
			t.blocks[name] = b
			if b.outdated() {
				t.notes = append(t.notes, b.note("is a copy of version %d, and there is version %d", b.copied, b.version))
			}
		case b.copied > 0 && b.outdated():
			t.notes = append(t.notes, b.leftOut(faults[0]))
		default:
			f.faults = append(f.faults, faults...)
		}
	}
}

func (b themeBlock) note(format string, args ...any) themeFault {
	return themeFault{file: b.file(), line: 1, text: fmt.Sprintf(format, args...)}
}

// leftOut says why a block that was copied before an update is not used.
func (b themeBlock) leftOut(why themeFault) themeFault {
	why.text = fmt.Sprintf("is left out: it is a copy of version %d, which does not fit version %d any more: %s",
		b.copied, b.version, why.text)
	return why
}

// makeSets makes the templates of each language, with the theme's blocks in place of the shop's
// own. A block that was copied before an update and does not fit into them is left out.
func (t *themeFolder) makeSets() (faults []themeFault) {
	files := readFiles(ownFolder(), t.static)
	t.fillSets(files)
	for _, name := range sortedKeys(t.blocks) {
		b := t.blocks[name]
		found := t.tryBlock(b)
		if len(found) > 0 && b.outdated() {
			t.notes = append(t.notes, b.leftOut(found[0]))
			delete(t.blocks, name)
			return t.makeSets() // others may have stood on it
		}
		faults = append(faults, found...)
	}
	return faults
}

func (t *themeFolder) fillSets(files map[string]*file) {
	for _, l := range languages {
		set := newSet(l, t.wordsOf(l), files)
		for _, b := range t.blocks {
			b.addTo(set)
		}
		for _, tmpl := range set.Templates() {
			if tmpl.Tree != nil {
				counted(tmpl.Tree.Root)
			}
		}
		t.sets[l] = set
	}
}

// newSet are the blocks and parts of the pages in a language, for the blocks of a theme.
func newSet(l locale.Code, w words, files map[string]*file) *template.Template {
	set := template.Must(template.New("").Funcs(functions(l, w, files)).Funcs(limitedFunctions(w)).
		ParseFS(templateFiles, "templates/parts.html", "templates/layout.html"))
	addBlocks(set)
	return set
}

// tryBlock finds what is wrong with a block among the others: a template that calls itself, and
// what can't be made safe.
func (t *themeFolder) tryBlock(b themeBlock) []themeFault {
	set := t.sets[languages[0]]
	if circle := circleFrom(set, b.name); circle != nil {
		return []themeFault{b.note("calls itself: %s", strings.Join(circle, ", "))}
	}
	var e *template.Error
	// The first execution makes the template safe. It is given nothing, so that it may well fail.
	for _, l := range languages {
		if err := t.execute(l, b.name, nil, newLimits(t.clock)); errors.As(err, &e) {
			return []themeFault{{file: b.file(), line: e.Line, text: e.Description}}
		}
	}
	return nil
}

// wordsOf are the texts of a language with those of the theme.
func (t *themeFolder) wordsOf(l locale.Code) words {
	w := readWords(l)
	if t != nil {
		maps.Copy(w, t.words[l])
	}
	return w
}

// leftOutFor is how long a block that went beyond a limit is left out, and the least time between
// two lines of the log on the same block.
const leftOutFor = time.Minute

// render is a block of the theme as HTML. One that fails is not done: the log says why.
func (t *themeFolder) render(l locale.Code, name string, view any) themedBlock {
	if t.isOut(name) {
		return themedBlock{}
	}
	limits := newLimits(t.clock)
	err := t.execute(l, name, view, limits)
	if t.inspected != nil {
		t.inspected(l, name, view, limits.buffer.String(), err)
	}
	if err != nil {
		t.failed(name, err)
		return themedBlock{}
	}
	made := template.HTML(limits.buffer.String()) //nolint:gosec // html/template has made it
	return themedBlock{Done: true, HTML: made}
}

// execute renders a block. A view of another type than the block's is the shop's own fault.
func (t *themeFolder) execute(l locale.Code, name string, view any, limits *limits) error {
	if want := ownBlocks()[name].view; view != nil && reflect.TypeOf(view) != want {
		return fmt.Errorf("storefront: the block %s is given %T instead of %v", name, view, want)
	}
	return t.sets[l].ExecuteTemplate(limits, name, view)
}

func (t *themeFolder) isOut(name string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.clock.Now().Before(t.out[name])
}

// failed tells the log, once a minute for each block. One that went beyond a limit costs too much
// to be tried again at once.
func (t *themeFolder) failed(name string, err error) {
	now := t.clock.Now()
	t.mu.Lock()
	tell := now.Sub(t.said[name]) >= leftOutFor
	if tell {
		t.said[name] = now
	}
	if errors.Is(err, errLimit) {
		t.out[name] = now.Add(leftOutFor)
	}
	t.mu.Unlock()
	if tell {
		t.log.Warn("a block of the theme failed: the shop's own is shown", zap.String("block", name), zap.Error(err))
	}
}
