package e2e

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// A look is how a page is looked at.
type look struct {
	name          string
	width, height int64
	media, scheme string // of the style sheets
}

var looks = []look{
	{"light", 1280, 800, "screen", "light"},
	{"dark", 1280, 800, "screen", "dark"},
	{"print", 1123, 794, "print", "light"}, // A4 across at 96 dots an inch
	{"narrow", 400, 800, "screen", "light"},
}

// Every page in every look: none is wider than its window, where it would have
// to be pushed to and fro to be read. With SCREENSHOTS=1 the pictures are kept
// in docs/screenshots.
func TestLooks(t *testing.T) {
	t.Parallel()
	s := startServer(t, newStateDir(t), "--examples") // without the plans of other journeys in the pictures
	keep := os.Getenv("SCREENSHOTS") != ""
	dir := filepath.Join("..", "docs", "screenshots")
	if keep {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	all := walked(t, s)
	p := newTab(t, s)
	for _, l := range looks {
		p.dress(l)
		for _, page := range all {
			if status := p.visit(page.path); status != 200 {
				t.Errorf("%s: got status %d, want 200", page.path, status)
				continue
			}
			p.wait("main")
			if wide := run(p, "measure", chromedp.Evaluate[int64]("document.documentElement.scrollWidth")); wide > l.width && l.media == "screen" {
				t.Errorf("%s, %s: the page is %d px wide in a window of %d", page.name, l.name, wide, l.width)
			}
			if !keep {
				continue
			}
			picture, err := small(run(p, "picture of "+page.name, chromedp.CaptureScreenshot()))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, page.name+"-"+l.name+".png"), picture, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// dress makes the tab look at pages in a way.
func (p *tab) dress(l look) {
	p.Helper()
	p.do("window of "+l.name, chromedp.EmulateViewport(l.width, l.height))
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Media: l.media, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: l.scheme}},
	})
	if err != nil {
		p.Fatal(err)
	}
}

// small is a picture with at most 256 colours: those of pages are few, and the
// rest is the smoothing of letters.
func small(picture []byte) ([]byte, error) {
	full, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	for keep := 8; keep > 2; keep-- { // bits of each colour
		if reduced := reduce(full, keep); reduced != nil {
			err := encoder.Encode(&out, reduced)
			return out.Bytes(), err
		}
	}
	err = encoder.Encode(&out, full)
	return out.Bytes(), err
}

// reduce gives a picture with the upper bits of its colours, nil where those
// are more than 256.
func reduce(full image.Image, bits int) *image.Paletted {
	mask := uint8(0xff << (8 - bits))
	seen := map[color.RGBA]uint8{}
	out := image.NewPaletted(full.Bounds(), nil)
	for y := full.Bounds().Min.Y; y < full.Bounds().Max.Y; y++ {
		for x := full.Bounds().Min.X; x < full.Bounds().Max.X; x++ {
			r, g, b, _ := full.At(x, y).RGBA()
			c := color.RGBA{spread(uint8(r>>8)&mask, bits), spread(uint8(g>>8)&mask, bits), spread(uint8(b>>8)&mask, bits), 0xff}
			i, ok := seen[c]
			if !ok {
				if len(out.Palette) == 256 {
					return nil
				}
				i = uint8(len(out.Palette))
				seen[c] = i
				out.Palette = append(out.Palette, c)
			}
			out.SetColorIndex(x, y, i)
		}
	}
	return out
}

// spread puts the upper bits into the lower ones too, so that white stays white.
func spread(v uint8, bits int) uint8 { return v | v>>bits }
