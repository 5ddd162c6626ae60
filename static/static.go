// Package static holds the files pages ask for: the style sheet, the script and
// what is vendored. The files of css joined in order of their names are the one
// style sheet, those of js the one script. They are built into the program and served under addresses
// that hold a hash of their bytes, so a browser may keep them for ever and never
// shows an old one.
//
// It refuses every address it did not give itself.
package static

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"
)

//go:embed css js favicon.svg vendor
var files embed.FS

// Prefix is where Handler expects to be: every URL begins with it.
const Prefix = "/static/"

// hashLength is how many hex digits of SHA-256 an address holds: 48 bits tell
// the versions of a handful of files apart.
const hashLength = 12

// A file is one file with its address.
type file struct {
	text []byte
	kind string // media type
}

// Files are the embedded files by address and the addresses by name.
type Files struct {
	byURL map[string]file
	urls  map[string]string
}

// joined are the folders whose files, in order of their names, are one file.
var joined = map[string]string{"css": "app.css", "js": "app.js"}

// Load reads the embedded files. Call it once; what it gives does not change.
func Load() (*Files, error) {
	out := &Files{byURL: map[string]file{}, urls: map[string]string{}}
	whole := map[string][]byte{}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := files.ReadFile(name)
		if err != nil {
			return err
		}
		if one := joined[path.Dir(name)]; one != "" {
			whole[one] = append(whole[one], text...)
		} else {
			out.add(name, text)
		}
		return nil
	})
	for name, text := range whole {
		out.add(name, text)
	}
	return out, err
}

func (f *Files) add(name string, text []byte) {
	sum := sha256.Sum256(text)
	url := Prefix + hex.EncodeToString(sum[:])[:hashLength] + "/" + name
	f.urls[name] = url
	f.byURL[url] = file{text, kindOf(name)}
}

// kindOf is the media type by the ending of a name; what has none is text. The
// machine's own table of types is not asked: it differs between machines.
func kindOf(name string) string {
	switch path.Ext(name) {
	case ".css":
		return "text/css; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".html":
		return "text/html; charset=utf-8"
	}
	return mime.FormatMediaType("text/plain", map[string]string{"charset": "utf-8"})
}

// URL is the address of a file ("app.css"), empty where there is no such file.
func (f *Files) URL(name string) string { return f.urls[name] }

// Text is the bytes of a file, nil where there is no such file. They must not
// be changed.
func (f *Files) Text(name string) []byte { return f.byURL[f.urls[name]].text }

// ServeHTTP answers an address URL gave, to be kept for a year, and 404 to any
// other.
func (f *Files) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	found, ok := f.byURL[r.URL.Path]
	if !ok {
		http.Error(w, "no such file: "+strings.TrimPrefix(r.URL.Path, Prefix)+"; load the page again", http.StatusNotFound)
		return
	}
	h := w.Header()
	h.Set("Content-Type", found.kind)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(found.text))
}
