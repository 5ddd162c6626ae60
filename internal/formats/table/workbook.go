package table

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"
)

// A workbook is an XLSX file (ISO/IEC 29500-1) that is being read. Each part is
// read once, as a stream, and with the checksum the archive holds for it: a part
// that ends early or differs by one bit is an error.
type workbook struct {
	files   map[string]*zip.File // by name, small letters
	strings []string             // the shared strings
	dates   []bool               // by style: the number is shown as a date
	shown   []uint16             // by style: 1 + index of the mark beside the number, 0: none
	marks   []string             // the different ones
	base    int64                // day number of 1970-01-01 in its dates
	cells   int                  // so far, of all sheets
}

// maxSmallPart bounds the parts that are read whole: the list of sheets, the
// relations between parts, the styles.
const maxSmallPart = 32 << 20

var errDamaged = errors.New("the workbook is damaged; open it in a spreadsheet and save it again")

func damaged(part string, err error) error { return fmt.Errorf("%w (%s: %w)", errDamaged, part, err) }

// readWorkbook reads all worksheets of an XLSX file, and the marks its formats
// show beside numbers.
func readWorkbook(data []byte) ([]sheet, []string, error) {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, nil, damaged("archive", err)
	}
	w := &workbook{files: map[string]*zip.File{}}
	var size uint64
	for _, f := range archive.File {
		if size += f.UncompressedSize64; f.UncompressedSize64 > maxUnzip || size > maxUnzip {
			return nil, nil, fmt.Errorf("the workbook is above the limit of %d bytes (512 MiB) unpacked; send it in parts", maxUnzip)
		}
		w.files[strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(f.Name, `\`, "/"), "/"))] = f
	}
	if w.files["mimetype"] != nil && w.files["content.xml"] != nil {
		return nil, nil, errors.New("the file is an OpenDocument sheet (.ods); save it as .xlsx or as CSV UTF-8")
	}
	sheets, err := w.read()
	return sheets, w.marks, err
}

func (w *workbook) read() ([]sheet, error) {
	book := "xl/workbook.xml"
	root, err := w.relations("")
	if err != nil {
		return nil, err
	}
	for _, r := range root {
		if r.is("officeDocument") {
			book = r.target
		}
	}
	var content struct {
		Properties struct {
			Date1904 bool `xml:"date1904,attr"`
		} `xml:"workbookPr"`
		Sheets []struct {
			Name  string     `xml:"name,attr"`
			State string     `xml:"state,attr"`
			Attrs []xml.Attr `xml:",any,attr"`
		} `xml:"sheets>sheet"`
	}
	if w.files[book] == nil {
		return nil, errors.New("the file is an archive and no workbook; send the .xlsx or the CSV itself")
	}
	if err := w.unmarshal(book, &content); err != nil {
		return nil, err
	}
	if len(content.Sheets) > maxSheets {
		return nil, fmt.Errorf("the workbook has more than %d sheets", maxSheets)
	}
	parts, err := w.relations(book)
	if err != nil {
		return nil, err
	}
	if w.base = unixDay1900; content.Properties.Date1904 {
		w.base = unixDay1904
	}
	byID, once := map[string]relation{}, map[string]bool{}
	for _, r := range parts {
		byID[r.id] = r
		read := map[bool]func(string) error{r.is("sharedStrings"): w.readStrings, r.is("styles"): w.readStyles}[true]
		if read == nil || once[r.kind] {
			continue
		}
		once[r.kind] = true
		if err := read(r.target); err != nil {
			return nil, err
		}
	}
	var sheets []sheet
	for _, x := range content.Sheets {
		id := ""
		for _, a := range x.Attrs {
			if a.Name.Local == "id" {
				id = a.Value
			}
		}
		part, ok := byID[id]
		if !ok {
			return nil, damaged(book, fmt.Errorf("sheet %q has no part", x.Name))
		}
		if !part.is("worksheet") {
			continue // a chart or a macro sheet
		}
		if once[part.target] {
			return nil, damaged(book, fmt.Errorf("sheet %q shows the part of another", x.Name))
		}
		once[part.target] = true
		s, err := w.readSheet(part.target)
		if err != nil {
			return nil, fmt.Errorf("sheet %s: %w", x.Name, err)
		}
		s.name, s.hidden = x.Name, x.State == "hidden" || x.State == "veryHidden"
		sheets = append(sheets, *s)
	}
	if len(sheets) == 0 {
		return nil, errors.New("the workbook has no worksheet")
	}
	return sheets, nil
}

// A relation names a part that another part needs.
type relation struct{ id, kind, target string }

// is reports whether the relation is of a kind; transitional and strict files
// differ in what stands before it.
func (r relation) is(kind string) bool { return strings.HasSuffix(r.kind, "/relationships/"+kind) }

// relations are those of a part, or of the whole archive with an empty name.
func (w *workbook) relations(part string) ([]relation, error) {
	dir, base := path.Split(part)
	name := dir + "_rels/" + base + ".rels"
	if w.files[strings.ToLower(name)] == nil {
		return nil, nil
	}
	var content struct {
		Relationships []struct {
			ID     string `xml:"Id,attr"`
			Type   string `xml:"Type,attr"`
			Target string `xml:"Target,attr"`
		} `xml:"Relationship"`
	}
	if err := w.unmarshal(strings.ToLower(name), &content); err != nil {
		return nil, err
	}
	var out []relation
	for _, r := range content.Relationships {
		target := path.Join(dir, r.Target)
		if strings.HasPrefix(r.Target, "/") {
			target = path.Clean(r.Target[1:])
		}
		out = append(out, relation{r.ID, r.Type, strings.ToLower(target)})
	}
	return out, nil
}

// open opens a part. A part that is missing is an error.
func (w *workbook) open(part string) (io.ReadCloser, error) {
	f := w.files[part]
	if f == nil {
		return nil, damaged(part, errors.New("the part is missing"))
	}
	in, err := f.Open()
	if err != nil {
		return nil, damaged(part, err)
	}
	return in, nil
}

// unmarshal reads a small part whole.
func (w *workbook) unmarshal(part string, into any) error {
	in, err := w.open(part)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // it is read to its end, where its checksum is compared
	text, err := io.ReadAll(io.LimitReader(in, maxSmallPart+1))
	switch {
	case err != nil:
		return damaged(part, err)
	case len(text) > maxSmallPart:
		return fmt.Errorf("%s of the workbook is above the limit of %d bytes", part, maxSmallPart)
	}
	if err := xml.Unmarshal(text, into); err != nil {
		return damaged(part, err)
	}
	return nil
}

// walk gives the elements of a part one after another, and reads it to its end.
func (w *workbook) walk(part string, start func(d *xml.Decoder, e xml.StartElement) error) error {
	in, err := w.open(part)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // it is read to its end, where its checksum is compared
	d := xml.NewDecoder(in)
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return damaged(part, err)
		}
		if e, ok := token.(xml.StartElement); ok {
			if err := start(d, e); err != nil {
				return err
			}
		}
	}
}

// readStrings reads the texts that cells point to.
func (w *workbook) readStrings(part string) error {
	return w.walk(part, func(d *xml.Decoder, e xml.StartElement) error {
		if e.Name.Local != "si" {
			return nil
		}
		text, err := richText(d)
		if err != nil {
			return damaged(part, err)
		}
		if w.strings = append(w.strings, text); len(w.strings) > maxCells {
			return fmt.Errorf("the workbook has more than %d texts; send it in parts", maxCells)
		}
		return nil
	})
}

// richText is the text of the element that was just begun: its t elements one
// after another, those of pronunciations left out.
func richText(d *xml.Decoder) (string, error) {
	var b strings.Builder
	depth, within, silent := 1, 0, 0
	for depth > 0 {
		token, err := d.Token()
		if err != nil {
			return "", unexpected(err)
		}
		switch x := token.(type) {
		case xml.StartElement:
			depth++
			if x.Name.Local == "t" && within == 0 {
				within = depth
			}
			if x.Name.Local == "rPh" && silent == 0 {
				silent = depth
			}
		case xml.EndElement:
			if depth == within {
				within = 0
			}
			if depth == silent {
				silent = 0
			}
			depth--
		case xml.CharData:
			if within > 0 && silent == 0 {
				b.Write(x)
			}
		}
	}
	return unescape(b.String()), nil
}

func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// unescape replaces _x000D_, the way workbooks write what XML cannot hold
// (ISO/IEC 29500-1, 22.4.2.4, bstr).
func unescape(text string) string {
	if !strings.Contains(text, "_x") {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		if i+7 <= len(text) && text[i] == '_' && text[i+1] == 'x' && text[i+6] == '_' {
			if n, err := strconv.ParseUint(text[i+2:i+6], 16, 16); err == nil && (n < 0xd800 || n > 0xdfff) {
				b.WriteRune(rune(n))
				i += 7
				continue
			}
		}
		b.WriteByte(text[i])
		i++
	}
	return b.String()
}
