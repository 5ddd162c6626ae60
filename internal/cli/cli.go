// Package cli is the command line: it parses arguments, calls one use case of
// app, and prints.
//
// It promises the exit codes and shapes that scripts rely on: 0 all right, 1
// the plan has findings that fail it or its order is refused, 2 a wrong command
// line or a document that cannot be read, 3 everything else that cannot be
// done. Results go to standard output, everything about the run to standard
// error.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/formats"
	"lengthwise/internal/plan"
)

// The exit codes.
const (
	exitOK      = 0
	exitFails   = 1 // findings at or above --fail-on, unknown links, an order refused
	exitUsage   = 2 // wrong command line, a document that cannot be read
	exitFailure = 3 // a file that cannot be opened or written, and the rest
)

// Streams are where a command reads and writes. Env looks an environment
// variable up.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Env      func(string) string
}

// A Command is one the program has beside those here: what starts a server or
// needs a database. Its Command is a pointer to a struct as kong reads it, with a
// method Run(context.Context, cli.Streams, *app.App) error; any of these may be
// left out.
type Command struct {
	Name, Help string
	Command    any
}

// commands is the command line as kong reads it.
type commands struct {
	Check    checkCommand    `cmd:"" help:"Plan a document; print findings and a summary."`
	Diff     planDiffCommand `cmd:"" help:"Plan two documents; say what changed from one to the other."`
	Export   exportCommand   `cmd:"" help:"Plan a document; write its order, schedules or findings to a file."`
	Template templateCommand `cmd:"" help:"Write a complete plan to start from, or list them."`
	Simulate simulateCommand `cmd:"" help:"Plan a document; say what collectives get of one of its fabrics when flows are hashed."`
	Optimize optimizeCommand `cmd:"" help:"Plan a document; say which switches to move so that more links run on copper or the order costs less."`
	Catalog  catalogCommand  `cmd:"" help:"Ask what can be bought and how far it reaches."`
	Version  versionCommand  `cmd:"" help:"Print the version of program and catalog."`
}

const description = `Plans the cables of GPU clusters: a document with racks, devices and links goes in; checked links, findings, cables and an order come out.

Exit codes: 0 all right; 1 the plan fails or its order is refused; 2 wrong command line or a document that cannot be read; 3 a file that cannot be opened or written.`

// A run is one call of the program.
type run struct {
	ctx context.Context
	io  Streams
	app *app.App
}

// A status is an exit code that is no error to be printed.
type status int

func (s status) Error() string { return fmt.Sprintf("exit %d", int(s)) }

// A UsageError is a command line that asks for what does not go together. Its
// exit code is 2.
type UsageError string

func (e UsageError) Error() string { return string(e) }

// Run runs one command, of these or more, and answers its exit code. args are
// without the program's name.
func Run(ctx context.Context, args []string, io Streams, version string, more ...Command) int {
	if len(args) == 0 { // no command: the help, as for a wrong command line
		io.Out = io.Err
		Run(ctx, []string{"--help"}, io, version, more...)
		return exitUsage
	}
	var c commands
	exited := status(-1)
	options := []kong.Option{
		kong.Name("server"),
		kong.Description(description),
		kong.Writers(io.Out, io.Err),
		kong.Exit(func(code int) { exited = status(code); panic(exited) }),
		kong.Vars{"formats": formatNames(), "classes": strings.Join(catalog.Classes, ",")},
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
	}
	for _, m := range more {
		options = append(options, kong.DynamicCommand(m.Name, m.Help, "", m.Command))
	}
	parser, err := kong.New(&c, options...)
	if err != nil {
		return fail(io.Err, err)
	}
	k, err := parse(parser, args)
	if exited >= 0 { // --help was printed
		return int(exited)
	}
	if err != nil {
		return usage(io.Err, err)
	}
	cat, err := catalog.Load()
	if err != nil {
		return fail(io.Err, fmt.Errorf("built-in catalog: %w", err))
	}
	r := &run{ctx: ctx, io: io, app: app.New(cat, version)}
	k.BindTo(ctx, (*context.Context)(nil))
	return exit(io.Err, k.Run(r, io, r.app))
}

// formatNames lists what can be exported.
func formatNames() string {
	var names []string
	for _, f := range formats.All() {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}

// parse reads the command line; kong's --help ends it by way of its exit
// function, which must not return.
func parse(parser *kong.Kong, args []string) (k *kong.Context, err error) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(status); !ok {
				panic(r)
			}
		}
	}()
	return parser.Parse(args)
}

// usage says what is wrong with a command line.
func usage(w io.Writer, err error) int {
	help := "server --help"
	if p := (*kong.ParseError)(nil); errors.As(err, &p) && p.Context != nil {
		if c := p.Context.Command(); c != "" {
			help = "server " + strings.TrimSpace(commandName(c)) + " --help"
		}
	}
	fmt.Fprintf(w, "server: %v\nsee %s\n", err, help)
	return exitUsage
}

// commandName is a command without its arguments ("export <plan>").
func commandName(c string) string {
	name, _, _ := strings.Cut(c, " <")
	return name
}

// exit prints what a command has to say at its end and answers the exit code.
func exit(w io.Writer, err error) int {
	var (
		s       status
		wrong   UsageError
		invalid *app.Invalid
		bad     *catalog.Problems
		refused *formats.Refused
	)
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &s):
		return int(s)
	case errors.As(err, &wrong):
		fmt.Fprintf(w, "server: %v\n", wrong)
		return exitUsage
	case errors.As(err, &invalid):
		problems(w, invalid.Problems)
		return exitUsage
	case errors.As(err, &bad):
		fmt.Fprintln(w, bad)
		return exitUsage
	case errors.Is(err, app.ErrNotFound):
		fmt.Fprintf(w, "server: %v\n", err)
		return exitUsage
	case errors.As(err, &refused):
		fmt.Fprintf(w, "server: %v\n", err)
		return exitFails
	}
	return fail(w, err)
}

func fail(w io.Writer, err error) int {
	fmt.Fprintf(w, "server: %v\n", err)
	return exitFailure
}

// problems prints each problem on a line of its own, as compilers do.
func problems(w io.Writer, p *plan.Problems) {
	fmt.Fprintln(w, p.Error())
	n := len(p.List) + p.Dropped
	fmt.Fprintf(w, "%s: not a plan that can be read: %s\n", p.File, count(n, "problem"))
}
