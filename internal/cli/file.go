package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
)

// source reads the plan of a name, "-" being standard input. A document above
// the size limit is one that cannot be read: *app.Invalid.
func (r *run) source(name string) (app.Source, error) {
	src := app.Source{Name: name}
	in := r.io.In
	if name == "-" {
		src.Name = "stdin"
	} else {
		f, err := openPlan(name)
		if err != nil {
			return src, err
		}
		defer f.Close()
		in = f
	}
	var err error
	src.Text, err = r.read(in)
	if problems := (*plan.Problems)(nil); errors.As(err, &problems) {
		problems.File = src.Name
		return src, &app.Invalid{Problems: problems}
	}
	return src, err
}

// read reads a document, or gives up when the run is interrupted: standard input
// may never end.
func (r *run) read(in io.Reader) ([]byte, error) {
	type document struct {
		text []byte
		err  error
	}
	done := make(chan document, 1)
	go func() {
		text, err := planfile.Read(in)
		done <- document{text, err}
	}()
	select {
	case d := <-done:
		return d.text, d.err
	case <-r.ctx.Done():
		return nil, context.Cause(r.ctx)
	}
}

func openPlan(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		within := filepath.Join(name, "plan.yaml")
		if _, err := os.Stat(within); err == nil {
			return nil, fmt.Errorf("%s is a folder; the plan in it is %s", name, within)
		}
		return nil, fmt.Errorf("%s is a folder; name the plan file", name)
	}
	return os.Open(name)
}

// writeFile lets write fill a file that appears under its name only when it is
// whole: it is written beside and renamed. A name that is a device or a pipe is
// written to as it is.
func writeFile(name string, write func(io.Writer) error) (err error) {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target // replace the file, not the link to it
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		if info.IsDir() {
			return fmt.Errorf("%s is a folder; name a file", name)
		}
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(write(f), f.Close())
	}
	f, err := createBeside(name)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name()) // the half-written file; the first error is the one to tell
		}
	}()
	if err := write(f); err != nil {
		return errors.Join(err, f.Close())
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// createBeside makes a new file in the folder of name, with the rights any new
// file gets.
func createBeside(name string) (*os.File, error) {
	for i := range 1000 {
		beside := fmt.Sprintf("%s.part%d-%d", name, os.Getpid(), i)
		f, err := os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, os.ErrExist) {
			return f, err
		}
	}
	return nil, fmt.Errorf("too many unfinished files named %s.part*; remove them", name)
}
