package ui

import "net/http"

// racks is the table of what each rack holds.
func (u *UI) racks(w http.ResponseWriter, r *http.Request) error { return u.overview(w, r) }
