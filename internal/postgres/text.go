package postgres

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/klauspost/compress/zstd"

	"lengthwise/internal/plan"
)

// A packer turns the texts of revisions into zstd frames and back. Both ways
// are safe for concurrent use.
type packer struct {
	encoder *zstd.Encoder
	decoder *zstd.Decoder
}

// newPacker makes a packer that works on as many texts at a time as there are
// processors and unpacks nothing beyond the bound of a document.
func newPacker() *packer {
	n := runtime.GOMAXPROCS(0)
	// The fastest level packs plans, whose lines are alike, as small as the next one and in half the time.
	// Both fail only on settings out of their range, and these are constants and a count of at least 1.
	encoder, _ := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(n), zstd.WithLowerEncoderMem(true))
	decoder, _ := zstd.NewReader(nil, zstd.WithDecoderConcurrency(n), zstd.WithDecoderMaxMemory(plan.MaxBytes))
	return &packer{encoder, decoder}
}

func (p *packer) pack(text []byte) ([]byte, error) {
	if len(text) > plan.MaxBytes {
		return nil, fmt.Errorf("text is %d bytes, above the limit of %d bytes; write ranges or fabrics instead of single links", len(text), plan.MaxBytes)
	}
	return p.encoder.EncodeAll(text, nil), nil
}

// unpack checks the frame's checksum too.
func (p *packer) unpack(frame []byte) ([]byte, error) {
	text, err := p.decoder.DecodeAll(frame, []byte{})
	if err != nil {
		return nil, fmt.Errorf("unpack text: %w", err)
	}
	return text, nil
}

// storable reports whether PostgreSQL can hold the string as text. Nothing it
// holds equals one that is not.
func storable(s string) bool { return utf8.ValidString(s) && !strings.Contains(s, "\x00") }

// readable is the string with U+FFFD for what PostgreSQL cannot hold: a name
// in a list shows it; the document keeps its bytes.
func readable(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}

// sortedTags are the tags as they are stored: readable, sorted, each once,
// never nil.
func sortedTags(tags []string) []string {
	sorted := make([]string, 0, len(tags))
	for _, tag := range tags {
		sorted = append(sorted, readable(tag))
	}
	slices.Sort(sorted)
	return slices.Compact(sorted)
}

// searchText is what the words of a search are looked for in: the name and the
// tags in lower case, a line each, so that no word runs over two of them.
func searchText(name string, tags []string) string {
	return strings.ToLower(name + "\n" + strings.Join(tags, "\n"))
}

// wordsOf are the words of a search in lower case, each once; ok is false where
// nothing stored can hold one of them.
func wordsOf(search string) (words []string, ok bool) {
	if !storable(search) {
		return nil, false
	}
	words = strings.Fields(strings.ToLower(search))
	slices.Sort(words)
	return slices.Compact(words), true
}

// at is a moment as it is stored, to the microsecond.
func at(t time.Time) pgtype.Timestamptz {
	return pgtype.Timestamptz{Time: t.Truncate(time.Microsecond), Valid: true}
}

// moment is a stored moment in UTC; null is the zero time.
func moment(t pgtype.Timestamptz) time.Time {
	if !t.Valid {
		return time.Time{}
	}
	return t.Time.UTC()
}

// small is the number as the database's integer; ok is false where no row can
// have it.
func small(n int) (int32, bool) {
	return int32(max(min(n, math.MaxInt32), 0)), n > 0 && n <= math.MaxInt32
}
