package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// readPlan reads the file, or standard input for "-", and gives the name that
// messages show. read bounds the size.
func readPlan(name string, stdin io.Reader, read func(io.Reader) ([]byte, error)) (shown string, text []byte, err error) {
	if name == "-" {
		text, err = read(stdin)
		return "stdin", text, err
	}
	f, err := os.Open(name)
	if err != nil {
		return name, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return name, nil, err
	}
	if info.IsDir() {
		within := filepath.Join(name, "plan.yaml")
		if _, err := os.Stat(within); err == nil {
			return name, nil, fmt.Errorf("%s is a folder; the plan in it is %s", name, within)
		}
		return name, nil, fmt.Errorf("%s is a folder; name the plan file", name)
	}
	text, err = read(f)
	return name, text, err
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
