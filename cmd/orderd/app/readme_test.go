package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"orderd/cmd/orderd/app/seed"
	"orderd/cmd/orderd/settings"
	"orderd/test/kit"
)

func readme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var block = regexp.MustCompile("(?s)```(sh|json|go)\n(.*?)```")

// TestFirstCalls runs the README's calls, one after the other in one shell, and compares the
// answers that it shows.
func TestFirstCalls(t *testing.T) {
	t.Parallel()
	s := started(t, kit.Dialects[0])
	if _, err := seed.Run(t.Context(), s.seedOptions(s.api)); err != nil {
		t.Fatal(err)
	}
	if _, err := seed.Pictures(t.Context(), s.seedOptions(s.api), 1, "travel-press"); err != nil {
		t.Fatal(err)
	}
	kit.Eventually(t, "the stock is shown", func() error { return shown(t, s) })
	section := readme(t)
	section = section[strings.Index(section, "## A purchase in five calls"):strings.Index(section, "## Where to go on")]
	variables := filepath.Join(t.TempDir(), "variables") // what one call leaves to the next
	answers, said := 0, ""
	for _, b := range block.FindAllStringSubmatch(section, -1) {
		if b[1] == "json" {
			answers++
			if err := agree(strings.ReplaceAll(b[2], "http://127.0.0.1:8080", s.config.HTTP.PublicURL), said); err != nil {
				t.Errorf("%v:\n%s\nthe README says\n%s", err, said, b[2])
			}
			continue
		}
		said = shell(t, variables, strings.ReplaceAll(b[2], "http://127.0.0.1:8080", s.api))
	}
	if answers != 4 {
		t.Errorf("the README shows %d answers", answers)
	}
}

// shown is nil when the stock of the product that is bought has come to the catalogue.
func shown(t *testing.T, s *service) error {
	t.Helper()
	if _, body := get(t, s.api+"/v1/products/travel-press"); !strings.Contains(body, `"available":79`) {
		return errors.New(body)
	}
	return nil
}

// codeInMail is a call that reads a code from the mailbox: whose, and how many digits it has.
var codeInMail = regexp.MustCompile(`/dev/mail\.json\?to=([^']+)'.*\[0-9\]\{(\d)\}`)

// awaitCode waits for the mail whose code the script reads, if it reads one.
func awaitCode(t *testing.T, api, script string) {
	t.Helper()
	m := codeInMail.FindStringSubmatch(script)
	if m == nil {
		return
	}
	code := regexp.MustCompile(`\b\d{` + m[2] + `}\b`)
	kit.Eventually(t, "the mail with the code", func() error {
		if _, body := get(t, api+"/dev/mail.json?to="+m[1]); !code.MatchString(body) {
			return fmt.Errorf("none for %s", m[1])
		}
		return nil
	})
}

// shell runs a script in bash, where curl is this test binary (see TestMain): a fresh machine may
// have none.
func shell(t *testing.T, variables, script string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if err := os.Symlink(self, filepath.Join(bin, "curl")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("bash", "-c",
		fmt.Sprintf("set -eu; touch %[1]s; . %[1]s\n%[2]s\ndeclare -p | grep -E '^declare -[-x] "+
			"(REGISTRATION|CODE|ORDER|SESSION|TOKEN|REFRESH|PRODUCT|METHOD|ID|CART|GUEST|NUMBER|PASSWORD|KEY|HOOK|SECRET)='"+
			" > %[1]s || true", variables, script))
	cmd.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s\n%s", err, script, out)
	}
	return string(out)
}

// agree compares JSON texts. A text "…" agrees with every text that is not empty, … with every
// number, {…} and […] with what is not empty either.
func agree(want, got string) error {
	var w, g any
	want = strings.NewReplacer("{…}", `"{…}"`, "[…]", `"[…]"`, ":…", ":-12345").Replace(want)
	if err := json.Unmarshal([]byte(want), &w); err != nil {
		return fmt.Errorf("the README's answer: %w", err)
	}
	if err := json.Unmarshal([]byte(got), &g); err != nil {
		return fmt.Errorf("the service's answer: %w", err)
	}
	if w, g = blur(w, g), blur(g, w); !reflect.DeepEqual(w, g) {
		return fmt.Errorf("the answers differ")
	}
	return nil
}

// anyNumber stands for a number that is left open. No answer has it.
const anyNumber = -12345.0

// blur replaces what the other side leaves open.
func blur(v, other any) any {
	switch v := v.(type) {
	case float64:
		if o, ok := other.(float64); ok && (v == anyNumber || o == anyNumber) {
			return anyNumber
		}
	case string:
		if o, ok := other.(string); ok && v != "" && o != "" && (v == "…" || o == "…") {
			return "…"
		}
	case map[string]any:
		if other == "{…}" && len(v) > 0 {
			return other
		}
		o, _ := other.(map[string]any)
		blurred := map[string]any{}
		for name := range v {
			blurred[name] = blur(v[name], o[name])
		}
		return blurred
	case []any:
		if other == "[…]" && len(v) > 0 {
			return other
		}
		o, _ := other.([]any)
		blurred := make([]any, len(v))
		for i := range v {
			if i < len(o) {
				blurred[i] = blur(v[i], o[i])
			} else {
				blurred[i] = v[i]
			}
		}
		return blurred
	}
	return v
}

// TestConfigurationTable finds every key in the table for operators, and nothing else there.
func TestConfigurationTable(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../../deployments/README.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(page)
	text = text[strings.Index(text, "| Key |"):strings.Index(text, "## Production")]
	listed := map[string]bool{}
	for line := range strings.SplitSeq(text, "\n") {
		cells := strings.Split(line, " | ")
		for _, m := range regexp.MustCompile("`([a-z0-9_.]+)`").FindAllStringSubmatch(cells[0], -1) {
			listed[m[1]] = true
		}
	}
	for _, key := range settings.Keys() {
		if !listed[key] {
			t.Errorf("%s is not in the table", key)
		}
		delete(listed, key)
	}
	for key := range listed {
		t.Errorf("%s is no key", key)
	}
}
