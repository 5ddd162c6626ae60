package api

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"strings"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
)

// The bounds of a request body.
const (
	maxWords  = 64 << 10  // bytes of a JSON body that is not a plan, unpacked
	maxEdits  = 8 << 20   // bytes of a list of edits, unpacked
	maxBodies = 192 << 20 // bytes of all plans being read or worked on at a time
	maxWindow = 8 << 20   // bytes a zstd stream may ask its reader to keep
)

// A call is the request behind a use of the API, for what huma does not hand on.
type call struct {
	request *http.Request
	accept  string
}

type callKey struct{}

func callOf(ctx context.Context) *call { return ctx.Value(callKey{}).(*call) }

// receive prepares a request for huma: its body unpacked and bounded, its Accept
// header set aside, since huma 2.37 panics on some ("a;,") and only ever answers
// JSON.
func (a *API) receive(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := &call{accept: strings.Join(r.Header.Values("Accept"), ",")}
		r.Header.Del("Accept")
		body, err := unpack(r)
		if err != nil {
			writeNow(w, asProblem(err))
			return
		}
		held := &heldBody{ReadCloser: body, all: &a.held}
		defer held.release()
		r.Body = held
		r = r.WithContext(context.WithValue(r.Context(), callKey{}, c))
		c.request = r
		next.ServeHTTP(w, r)
	})
}

// unpack is the body without its Content-Encoding, still to be bounded by who
// reads it.
func unpack(r *http.Request) (io.ReadCloser, error) {
	packed := http.MaxBytesReader(nil, r.Body, plan.MaxBytes+1)
	switch coding := strings.ToLower(strings.TrimSpace(strings.Join(r.Header.Values("Content-Encoding"), ","))); coding {
	case "", "identity":
		return packed, nil
	case "gzip", "x-gzip":
		return &gunzip{from: packed}, nil
	case "zstd":
		z, err := zstd.NewReader(packed, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, fmt.Errorf("read zstd: %w", err)
		}
		return &unzstd{Decoder: z}, nil
	default:
		return nil, problem(http.StatusUnsupportedMediaType, "content-encoding %q is not understood; send gzip, zstd or none", clip(coding, maxEcho))
	}
}

// gunzip opens its stream at the first read, so that a body that nobody asks for
// costs nothing.
type gunzip struct {
	from   io.ReadCloser
	opened *gzip.Reader
}

func (g *gunzip) Read(p []byte) (int, error) {
	if g.opened == nil {
		z, err := gzip.NewReader(g.from)
		if err != nil {
			return 0, packedError("gzip", err)
		}
		g.opened = z
	}
	n, err := g.opened.Read(p)
	return n, packedError("gzip", err)
}

func (g *gunzip) Close() error { return g.from.Close() }

type unzstd struct{ *zstd.Decoder }

func (z *unzstd) Read(p []byte) (int, error) {
	n, err := z.Decoder.Read(p)
	return n, packedError("zstd", err)
}

func (z *unzstd) Close() error {
	z.Decoder.Close()
	return nil
}

// packedError says that a packed body is broken; the end of it is no fault.
func packedError(coding string, err error) error {
	var tooLarge *http.MaxBytesError
	var timeout net.Error
	switch {
	case err == nil || errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		return err
	case errors.As(err, &tooLarge), errors.As(err, &timeout) && timeout.Timeout():
		return err
	}
	return problem(http.StatusBadRequest, "the body is not sound %s: %s", coding, clip(err.Error(), 200))
}

// A heldBody counts what is read of it against what all requests may hold at a
// time, until the request is done.
type heldBody struct {
	io.ReadCloser
	all  *atomic.Int64
	mine int64
}

var errFull = problem(http.StatusServiceUnavailable, "too many large plans at a time; try again in %s seconds", retrySeconds)

func (b *heldBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.mine += int64(n)
	if b.all.Add(int64(n)) > maxBodies {
		return 0, errFull
	}
	return n, err
}

func (b *heldBody) release() {
	b.all.Add(-b.mine)
	_ = b.Close() // what was not read is not wanted
}

// readAll reads a body of at most limit bytes.
func readAll(r *http.Request, limit int) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r.Body, int64(limit)+1))
	var tooLarge *http.MaxBytesError
	if err == nil && len(text) > limit || errors.As(err, &tooLarge) {
		return nil, problem(http.StatusRequestEntityTooLarge, "the body is above the limit of %d bytes", limit)
	}
	if err != nil {
		return nil, asProblem(err)
	}
	return text, nil
}

// asProblem is what to answer when a body cannot be read.
func asProblem(err error) *Problem {
	var given *Problem
	var timeout net.Error
	switch {
	case errors.As(err, &given):
		return given
	case errors.As(err, &timeout) && timeout.Timeout():
		return problem(http.StatusRequestTimeout, "the body did not arrive in time")
	}
	return problem(http.StatusBadRequest, "the body cannot be read: %s", clip(err.Error(), 200))
}

// source reads the plan a request carries. name is what messages call it, empty:
// plan.yaml or plan.json.
func source(ctx context.Context, name string) (app.Source, error) {
	r := callOf(ctx).request
	media, err := mediaOf(r.Header.Get("Content-Type"))
	if err != nil {
		return app.Source{}, err
	}
	text, err := readAll(r, plan.MaxBytes)
	if err != nil {
		return app.Source{}, err
	}
	if media == "" {
		media = planfile.Detect("", text)
	}
	if name == "" {
		name = map[planfile.MediaType]string{planfile.YAML: "plan.yaml", planfile.JSON: "plan.json"}[media]
	}
	return app.Source{Name: name, Text: text, Media: media}, nil
}

// mediaOf tells YAML from JSON by the Content-Type; empty where it does not say,
// as what curl sends unasked.
func mediaOf(contentType string) (planfile.MediaType, error) {
	name, _, err := mime.ParseMediaType(contentType)
	switch {
	case contentType == "":
		return "", nil
	case err != nil && name == "":
		return "", problem(http.StatusUnsupportedMediaType, "content-type %q cannot be read; send application/yaml or application/json", clip(contentType, maxEcho))
	}
	switch name {
	case "application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml":
		return planfile.YAML, nil
	case "application/json", "text/json":
		return planfile.JSON, nil
	case "application/x-www-form-urlencoded", "application/octet-stream", "text/plain":
		return "", nil
	}
	return "", problem(http.StatusUnsupportedMediaType, "the body is application/yaml or application/json, not %q", clip(name, maxEcho))
}
