package csvtext

import (
	"fmt"
	"strings"
)

func itemNeedsQuotes(s string) bool {
	return strings.IndexByte(s, ';') >= 0 || s != "" && s[0] == '"'
}

// appendList joins items by ";". No item at all is an empty text, one empty
// item is "".
func appendList(dst []byte, items []string) []byte {
	for i, s := range items {
		if i > 0 {
			dst = append(dst, ';')
		}
		if !itemNeedsQuotes(s) && (s != "" || len(items) > 1) {
			dst = append(dst, s...)
			continue
		}
		dst = append(dst, '"')
		dst = append(dst, strings.ReplaceAll(s, `"`, `""`)...)
		dst = append(dst, '"')
	}
	return dst
}

// JoinList is a list as a text cell holds it: what Writer.List writes.
func JoinList(items []string) string {
	if len(items) == 1 && items[0] != "" && !itemNeedsQuotes(items[0]) {
		return items[0]
	}
	return string(appendList(nil, items))
}

// splitList is the inverse of appendList; nil for an empty text.
func splitList(text string) ([]string, error) {
	if text == "" {
		return nil, nil
	}
	var items []string
	for rest := text; ; {
		if !strings.HasPrefix(rest, `"`) {
			item, after, more := strings.Cut(rest, ";")
			items = append(items, item)
			if !more {
				return items, nil
			}
			rest = after
			continue
		}
		var item strings.Builder
		rest = rest[1:]
		for {
			part, after, found := strings.Cut(rest, `"`)
			if !found {
				return nil, fmt.Errorf("list %q has a quote that is not closed", text)
			}
			item.WriteString(part)
			rest = after
			if !strings.HasPrefix(rest, `"`) {
				break
			}
			item.WriteByte('"')
			rest = rest[1:]
		}
		items = append(items, item.String())
		if rest == "" {
			return items, nil
		}
		if rest[0] != ';' {
			return nil, fmt.Errorf("list %q has text after a closing quote; write ; between its parts", text)
		}
		rest = rest[1:]
	}
}

// Keys are the parts of a text of keys joined by ";", nil for an empty text.
func Keys(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, ";")
}
