package app

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode"

	"orderd/platform/module"
)

func doctorCommand() command {
	var asJSON, strict, pages bool
	return command{
		name: "doctor", summary: "look at the configuration and the database, and say what needs attention and what to do " +
			"about it", noConfig: true, modules: true,
		detail: `It looks at the configuration, the files with secrets, the disk, the mail server,
Stripe, the collector of traces, the database with its schema and settings, and the queues of
events, mails and payments. It changes nothing, so that it may run at any time, beside the service
or without it. Run it where the service runs, as its user, and with its configuration. It takes
10 s at most when something does not answer.

The exit code is 1 when something does not work (an error), and 0 with warnings; --strict makes it
1 with warnings, too. With --json it prints an array of objects: level (ok, warning, error), code
(stays the same over versions), subject, found, todo. With --storefront it looks at what
` + "`orderd storefront`" + ` needs alone, which has no database.`,
		flags: func(fs *flag.FlagSet) {
			fs.BoolVar(&asJSON, "json", false, "as JSON")
			fs.BoolVar(&pages, "storefront", false, "look at the process of the shop's pages alone")
			fs.BoolVar(&strict, "strict", false, "exit with 1 when there are warnings, too")
		},
		run: func(ctx context.Context, c call) error {
			var findings []module.Finding
			config, err := c.load()
			switch {
			case err != nil:
				findings = invalidConfig(err)
			case pages:
				findings = diagnoseStorefront(ctx, config)
			default:
				findings = diagnose(ctx, config, Options{})
			}
			printing := printFindings
			if asJSON {
				printing = encodeFindings
			}
			if err := printing(c.Out, findings); err != nil {
				return err
			}
			return verdict(findings, strict)
		},
	}
}

// verdict returns nil when the exit code is to be 0.
func verdict(findings []module.Finding, strict bool) error {
	failed, warned := len(ofLevel(findings, module.Error)), len(ofLevel(findings, module.Warning))
	if failed > 0 || strict && warned > 0 {
		return fmt.Errorf("doctor: %d errors, %d warnings", failed, warned)
	}
	return nil
}

func encodeFindings(w io.Writer, findings []module.Finding) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(findings)
}

// printFindings prints a table, the errors first.
func printFindings(w io.Writer, findings []module.Finding) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "LEVEL\tCODE\tSUBJECT\tFOUND\tWHAT TO DO")
	for _, level := range []module.Level{module.Error, module.Warning, module.OK} {
		for _, f := range ofLevel(findings, level) {
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", f.Level, f.Code, oneLine(f.Subject), oneLine(f.Found), oneLine(f.Todo))
		}
	}
	return t.Flush()
}

// oneLine keeps what others have written, such as a mail server's words, from breaking the table or
// steering the terminal.
func oneLine(text string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text)), " ")
}

func ofLevel(findings []module.Finding, level module.Level) (found []module.Finding) {
	for _, f := range findings {
		if f.Level == level {
			found = append(found, f)
		}
	}
	return found
}
