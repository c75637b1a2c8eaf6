package storefront

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"orderd/platform/clock"

	"go.uber.org/zap"
)

// Blocks are the blocks that a theme may replace, each with its name, its version and what it is.
func (c Config) Blocks() [][3]string {
	var all [][3]string
	for _, name := range sortedKeys(ownBlocks()) {
		b := ownBlocks()[name]
		all = append(all, [3]string{name, fmt.Sprint(b.version), b.about})
	}
	return all
}

// HasBlock reports whether there is a block of the name.
func (c Config) HasBlock(name string) bool { return ownBlocks()[name].name != "" }

// styleBeginning is what a new style sheet says of itself.
const styleBeginning = `/* It is loaded after the shop's own style sheet, whose rules stand in @layer shop: what stands
   here, outside of the layer, wins without longer selectors. Files in static are named by their
   path: url(static/leaf.svg). */
`

// NewTheme makes the folder of a theme, and copies the named blocks into it. It returns the files
// that it has written; one that is there is never written over.
func (c Config) NewTheme(blocks []string) (written []string, err error) {
	files := map[string]string{}
	for _, name := range blocks {
		b := themeBlock{block: ownBlocks()[name]}
		files[b.file()] = b.source
		if _, err := os.Lstat(filepath.Join(c.ThemeDir, b.file())); !errors.Is(err, os.ErrNotExist) {
			return nil, fmt.Errorf("%s is there already", filepath.Join(c.ThemeDir, b.file()))
		}
	}
	if _, err := os.Lstat(filepath.Join(c.ThemeDir, themeStyle)); errors.Is(err, os.ErrNotExist) {
		files[themeStyle] = styleBeginning
	}
	for _, l := range languages {
		name := "words/" + string(l) + ".json"
		if _, err := os.Lstat(filepath.Join(c.ThemeDir, name)); errors.Is(err, os.ErrNotExist) {
			files[name] = "{}\n"
		}
	}
	for _, folder := range []string{"blocks", "static", "words"} {
		if err := os.MkdirAll(filepath.Join(c.ThemeDir, folder), 0o755); err != nil {
			return nil, err
		}
	}
	root, err := os.OpenRoot(c.ThemeDir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	for _, name := range sortedKeys(files) {
		f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			return written, err
		}
		_, err = f.WriteString(files[name])
		if err = errors.Join(err, f.Close()); err != nil {
			return written, err
		}
		written = append(written, name)
	}
	return written, nil
}

// ThemeFaults reads the theme: what is wrong with it, each with its file and line, and what its
// author should know. With a fault the pages can't be made.
func (c Config) ThemeFaults() (faults, notes []string) {
	t, err := loadTheme(c.ThemeDir, clock.System(), zap.NewNop())
	if wrong, ok := errors.AsType[themeFaults](err); ok {
		return wrong.lines(), nil
	}
	if t == nil {
		return nil, nil
	}
	return nil, slices.Clone(themeFaults(t.notes).lines())
}
