package app

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"orderd/cmd/orderd/settings"
	"orderd/platform/config"
)

// Streams are what a command reads and writes. Env has the form of os.Environ.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Env      []string
}

// command is one thing that the binary does. A name may have two words: "admin create".
type command struct {
	name  string
	args  string // positional arguments, for the help: "ID"
	nargs int    // how many there must be
	// optional says that the arguments may be missing.
	optional bool
	summary  string // one line
	detail   string // further lines of its help
	// noConfig says that the command needs no configuration, or loads it itself: a bad one doesn't
	// stop it.
	noConfig bool
	// noService says that the command starts no service: its configuration may lack what only a
	// service needs.
	noService bool
	// modules says that the command has the flag --modules, which stands for the key modules.
	modules bool
	flags   func(fs *flag.FlagSet)
	// environ are the variables that the command's flags stand for; they win over the others.
	environ func() []string
	run     func(ctx context.Context, c call) error
}

// call is one run of a command.
type call struct {
	Streams
	config settings.Config
	load   func() (settings.Config, error) // for a command with noConfig
	args   []string
}

// errUsage is the error of a wrong command line: exit code 2.
type errUsage struct{ error }

func (e errUsage) Unwrap() error { return e.error }

func usageError(format string, args ...any) error { return errUsage{fmt.Errorf(format, args...)} }

// Run runs the command line and returns the exit code: 0 when it did what it was asked, 1 when it
// failed, 2 when the command line or the configuration is wrong.
func Run(ctx context.Context, std Streams, args []string) int {
	err := run(ctx, std, args)
	if err == nil {
		return 0
	}
	fmt.Fprintf(std.Err, "orderd: %v\n", err)
	if errors.Is(err, errNoCommand) {
		printOverview(std.Err)
	}
	_, badUsage := errors.AsType[errUsage](err)
	_, badConfig := errors.AsType[config.Faults](err)
	if badUsage || badConfig {
		return 2
	}
	return 1
}

// errNoCommand is the error of a command that does not exist: the commands that do are listed after
// it.
var errNoCommand = errors.New("there is no command")

func run(ctx context.Context, std Streams, args []string) error {
	if len(args) == 0 || slices.Contains([]string{"help", "-h", "-help", "--help"}, args[0]) {
		return help(std.Out, args)
	}
	if slices.Contains([]string{"-v", "-version", "--version"}, args[0]) {
		args = append([]string{"version"}, args[1:]...)
	}
	cmd, rest, ok := findCommand(args)
	if !ok {
		return unknownCommandError(args)
	}
	fs, file, modules := cmd.flagSet()
	positional, err := parseFlags(fs, rest)
	switch {
	case errors.Is(err, flag.ErrHelp):
		cmd.help(std.Out)
		return nil
	case err != nil:
		return usageError("%s: %w", cmd.name, err)
	case len(positional) > cmd.nargs, len(positional) < cmd.nargs && !cmd.optional:
		return usageError("usage: orderd %s", cmd.usage())
	}
	c := call{Streams: std, args: positional}
	c.load = func() (settings.Config, error) {
		env := slices.Clone(std.Env)
		if *modules != "" {
			env = append(env, "ORDERD_MODULES="+*modules)
		}
		if cmd.environ != nil {
			env = append(env, cmd.environ()...)
		}
		if cmd.noService {
			return settings.LoadForCommand(*file, env)
		}
		return settings.Load(*file, env)
	}
	if !cmd.noConfig {
		if c.config, err = c.load(); err != nil {
			return err
		}
	}
	return cmd.run(ctx, c)
}

// help prints the overview, or the help of the command named after "help".
func help(w io.Writer, args []string) error {
	if len(args) < 2 {
		printOverview(w)
		return nil
	}
	cmd, _, ok := findCommand(args[1:])
	if !ok {
		return unknownCommandError(args[1:])
	}
	cmd.help(w)
	return nil
}

func unknownCommandError(args []string) error {
	return usageError("%w %q\n", errNoCommand, strings.Join(args[:min(2, len(args))], " "))
}

// findCommand is the command that args begin with, and the rest of args.
func findCommand(args []string) (command, []string, bool) {
	for _, cmd := range commands() {
		words := strings.Fields(cmd.name)
		if len(args) >= len(words) && slices.Equal(args[:len(words)], words) {
			return cmd, args[len(words):], true
		}
	}
	return command{}, nil, false
}

// parseFlags takes flags and positional arguments in any order.
func parseFlags(fs *flag.FlagSet, args []string) (positional []string, err error) {
	for {
		if err := fs.Parse(args); err != nil {
			return nil, err
		}
		if fs.NArg() == 0 {
			return positional, nil
		}
		positional = append(positional, fs.Arg(0))
		args = fs.Args()[1:]
	}
}

func (c command) usage() string { return strings.TrimSpace(c.name + " " + c.args) }

// flagSet makes the command's flags; file is that of --config, modules that of --modules.
func (c command) flagSet() (fs *flag.FlagSet, file, modules *string) {
	fs = flag.NewFlagSet(c.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard) // an error is printed once, by Run
	file = fs.String("config", "", "configuration `FILE` (YAML); variables ORDERD_… win over it")
	modules = new(string)
	if c.modules {
		fs.StringVar(modules, "modules", "", "the modules that run, as `LIST` with commas, or with a - before each name "+
			"those that do not (the key modules)")
	}
	if c.flags != nil {
		c.flags(fs)
	}
	return fs, file, modules
}

func (c command) help(w io.Writer) {
	fmt.Fprintf(w, "Usage: orderd %s [flags]\n\n%s.\n", c.usage(), c.summary)
	if c.detail != "" {
		fmt.Fprintf(w, "\n%s\n", c.detail)
	}
	fmt.Fprintln(w, "\nFlags:")
	fs, _, _ := c.flagSet()
	fs.SetOutput(w)
	fs.PrintDefaults()
}

func printOverview(w io.Writer) {
	fmt.Fprint(w, "orderd is the order service.\n\nUsage: orderd COMMAND [flags]\n\n")
	table := tabwriter.NewWriter(w, 0, 0, 3, ' ', 0)
	for _, c := range commands() {
		fmt.Fprintf(table, "  %s\t%s\n", c.usage(), c.summary)
	}
	_ = table.Flush() // to a terminal
	fmt.Fprint(w,
		"\nTo try it out: ORDERD_DEV=true orderd serve, or orderd demo\nFlags of a command: orderd COMMAND --help\n")
}
