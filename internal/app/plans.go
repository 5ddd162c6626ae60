package app

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
)

// PlansOptions are what Plans needs beside a store.
type PlansOptions struct {
	Now        func() time.Time // nil: the clock
	NewID      func() string    // of a plan: small letters, digits and "-"; nil: 16 random letters and digits
	CacheBytes int64            // memory for finished results; 0: DefaultCacheBytes
}

// Plans are the use cases of stored plans. Every method takes who asks; without
// accounts everybody may do everything. Errors wrap ErrNotFound, ErrConflict
// and ErrUnavailable, or are *Invalid. It is safe for concurrent use.
type Plans struct {
	store Store
	now   func() time.Time
	newID func() string

	known    atomic.Pointer[effective]  // the catalog as it was last read
	askAgain atomic.Int64               // when the store may be asked for it again, Unix nanoseconds
	reading  flight[string, *effective] // overlays being read
	changed  chan struct{}              // the catalog became another one
	lists    *queue                     // of price lists being read

	cache    *resultCache
	planning flight[resultKey, *planned] // documents being planned
	loading  flight[place, *Checked]     // revisions being read and planned

	comparisons comparisonCache
}

// NewPlans makes the use cases over a store.
func NewPlans(a *App, store Store, opt PlansOptions) *Plans {
	p := &Plans{store: store, now: opt.Now, newID: opt.NewID, cache: newResultCache(opt.CacheBytes), changed: make(chan struct{}, 1),
		lists: &queue{slots: make(chan struct{}, 1), most: maxListsWait}}
	p.known.Store(&effective{app: a, revision: -1})
	if p.now == nil {
		p.now = time.Now
	}
	if p.newID == nil {
		p.newID = func() string { return strings.ToLower(rand.Text()[:16]) }
	}
	return p
}

// Ping reports whether the store can be reached.
func (p *Plans) Ping(ctx context.Context) error { return p.store.Ping(ctx) }

// A CreateRequest is a new plan. Message empty is "first version". Two requests
// of a caller with one IdempotencyKey are one, and the second is answered with
// the plan the first made; with other contents it wraps ErrConflict.
type CreateRequest struct {
	Source
	Message        string
	Tags           []string
	IdempotencyKey string
}

// Create stores a new plan. Its name is that of the document.
func (p *Plans) Create(ctx context.Context, who Caller, req CreateRequest) (Plan, error) {
	var bad faults
	message := bad.message(req.Message, "first version")
	tags := bad.tags(req.Tags)
	if err := bad.err(); err != nil {
		return Plan{}, err
	}
	checked, err := p.Check(ctx, who, CheckRequest{Source: req.Source})
	if err != nil {
		return Plan{}, err
	}
	n := NewPlan{ID: p.newID(), Tags: tags, NewRevision: p.revisionOf(who, req.Text, checked, message)}
	created, err := p.create(ctx, who, n, req)
	if err != nil {
		return Plan{}, fmt.Errorf("create plan %q: %w", n.Name, err)
	}
	p.remember(created, n.NewRevision, checked)
	return created, nil
}

func (p *Plans) create(ctx context.Context, who Caller, n NewPlan, req CreateRequest) (Plan, error) {
	if req.IdempotencyKey == "" {
		return p.store.CreatePlan(ctx, n)
	}
	key := digest(who.Name, req.IdempotencyKey)
	hash := digest(append([]string{string(req.Text), string(req.Media), req.Message}, req.Tags...)...)
	id, ok, err := p.store.Recall(ctx, key, hash)
	switch {
	case err != nil:
		return Plan{}, err
	case ok:
		return p.store.Plan(ctx, id)
	}
	fresh := n.ID
	n.ID = key[:32] // two tries at the same time, or one that dies before it is remembered, make one plan
	created, err := p.store.CreatePlan(ctx, n)
	if errors.Is(err, ErrConflict) {
		if created, err = p.madeBefore(ctx, n); errors.Is(err, ErrNotFound) {
			n.ID = fresh
			created, err = p.store.CreatePlan(ctx, n)
		}
	}
	if err != nil {
		return Plan{}, err
	}
	return created, p.store.Remember(ctx, key, hash, created.ID, n.At)
}

// madeBefore is the plan that an earlier try of the same request made. It wraps
// ErrConflict where that was another request, and ErrNotFound where it was made
// so long ago that its key is forgotten.
func (p *Plans) madeBefore(ctx context.Context, n NewPlan) (Plan, error) {
	made, err := p.store.Plan(ctx, n.ID)
	if err != nil {
		return Plan{}, err
	}
	if n.At.Sub(made.Created) > rememberedFor {
		return Plan{}, ErrNotFound
	}
	first, err := p.store.Revision(ctx, n.ID, 1)
	if err == nil && (!bytes.Equal(first.Text, n.Text) || first.MediaType != n.MediaType) {
		err = fmt.Errorf("%w: the idempotency key was used for another document; use a new one", ErrConflict)
	}
	return made, err
}

// rememberedFor is how long a store remembers the answer to a request.
const rememberedFor = 24 * time.Hour

// digest is the SHA-256 of texts and where each ends, in hex.
func digest(texts ...string) string {
	h := sha256.New()
	for _, t := range texts {
		fmt.Fprintf(h, "%d:", len(t))
		h.Write([]byte(t))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// revisionOf is what a save stores of a checked text.
func (p *Plans) revisionOf(who Caller, text []byte, checked *Checked, message string) NewRevision {
	return NewRevision{
		Text: text, MediaType: checked.Media, Name: checked.Document.Name, Author: who.Name, Message: message,
		At: p.now().UTC().Truncate(time.Microsecond), Summary: SummaryOf(checked.Result),
	}
}

// remember keeps the result of what was just stored.
func (p *Plans) remember(at Plan, r NewRevision, checked *Checked) {
	p.cache.keepAt(Revision{
		PlanID: at.ID, Number: at.Revision, MediaType: r.MediaType, Name: r.Name, Author: r.Author, Message: r.Message, At: r.At, Summary: r.Summary,
	}, checked)
}

// A SaveRequest is a new text of a plan. Message empty is "saved".
type SaveRequest struct {
	Source
	Message string
}

// Save appends a revision with the given text to the plan, whose newest
// revision is base. It wraps ErrConflict where that is not so.
func (p *Plans) Save(ctx context.Context, who Caller, id string, base int, req SaveRequest) (Plan, error) {
	var bad faults
	message := bad.message(req.Message, "saved")
	if err := bad.err(); err != nil {
		return Plan{}, err
	}
	if err := p.atBase(ctx, who, id, base); err != nil {
		return Plan{}, err
	}
	return p.save(ctx, who, id, base, req.Source, message)
}

func (p *Plans) save(ctx context.Context, who Caller, id string, base int, src Source, message string) (Plan, error) {
	checked, err := p.Check(ctx, who, CheckRequest{Source: src})
	if err != nil {
		return Plan{}, err
	}
	r := p.revisionOf(who, src.Text, checked, message)
	r.Change = p.changeSince(ctx, who, id, base, checked)
	saved, err := p.store.SaveRevision(ctx, id, base, r)
	if err != nil {
		return Plan{}, fmt.Errorf("save plan %s: %w", id, err)
	}
	p.remember(saved, r, checked)
	return saved, nil
}

// atBase makes sure that a plan may be changed and that its newest revision is
// base.
func (p *Plans) atBase(ctx context.Context, who Caller, id string, base int) error {
	found, err := p.Find(ctx, who, id)
	switch {
	case err != nil:
		return err
	case !found.Deleted.IsZero():
		return fmt.Errorf("plan %s: %w: it is deleted; bring it back first", id, ErrNotFound)
	case found.Revision != base:
		return fmt.Errorf("plan %s: %w: the change was made to revision %d, the newest is %d by %s; look at it and make the change again",
			id, ErrConflict, base, found.Revision, found.Author)
	}
	return nil
}

// Edit makes edits to the newest revision, which is base, and saves the text
// with what they did not touch left as it was. An edit that cannot be made is
// *Invalid. Message empty says what the edit is, or how many there are.
func (p *Plans) Edit(ctx context.Context, who Caller, id string, base int, edits []plan.Edit, message string) (Plan, error) {
	var bad faults
	message = bad.message(message, EditsIn(edits))
	if err := bad.err(); err != nil {
		return Plan{}, err
	}
	if err := p.atBase(ctx, who, id, base); err != nil {
		return Plan{}, err
	}
	source, _, _, err := p.edited(ctx, who, id, base, edits)
	if err != nil {
		return Plan{}, err
	}
	return p.save(ctx, who, id, base, source, message)
}

// MaxEdits is how many edits one request may hold.
const MaxEdits = 10_000

// Rename gives a plan another name, by an edit of the name in its document.
func (p *Plans) Rename(ctx context.Context, who Caller, id string, base int, name string) (Plan, error) {
	name = strings.TrimSpace(name)
	return p.Edit(ctx, who, id, base, []plan.Edit{{Kind: plan.SetField, Path: "name", Value: name}}, "renamed to "+clip(name))
}

// Copy makes a new plan of the newest revision, with its tags. Name empty is the
// old name and "(copy)".
func (p *Plans) Copy(ctx context.Context, who Caller, id string, name string) (Plan, error) {
	from, err := p.Find(ctx, who, id)
	if err != nil {
		return Plan{}, err
	}
	checked, r, err := p.Result(ctx, who, id, from.Revision)
	if err != nil {
		return Plan{}, err
	}
	if r, err = p.store.Revision(ctx, id, r.Number); err != nil {
		return Plan{}, fmt.Errorf("read plan %s, revision %d: %w", id, from.Revision, err)
	}
	if name = strings.TrimSpace(name); name == "" {
		name = copyName(from.Name)
	}
	text, err := p.App().edit(r, []plan.Edit{{Kind: plan.SetField, Path: "name", Value: name}}, checked)
	if err != nil {
		return Plan{}, err
	}
	return p.Create(ctx, who, CreateRequest{
		Source: Source{Name: fileName(r), Text: text, Media: r.MediaType}, Tags: from.Tags,
		Message: fmt.Sprintf("copy of %s, revision %d", clip(from.Name), from.Revision),
	})
}

// RestoreRevision appends a revision with the text of an earlier one.
func (p *Plans) RestoreRevision(ctx context.Context, who Caller, id string, base, number int) (Plan, error) {
	if err := p.atBase(ctx, who, id, base); err != nil {
		return Plan{}, err
	}
	r, err := p.Text(ctx, who, id, max(number, -1), "")
	if err != nil {
		return Plan{}, err
	}
	return p.save(ctx, who, id, base, Source{Name: fileName(r), Text: r.Text, Media: r.MediaType}, fmt.Sprintf("restored revision %d", r.Number))
}

// fileName is what messages call the text of a revision.
func fileName(r Revision) string {
	if r.MediaType == planfile.JSON {
		return "plan.json"
	}
	return "plan.yaml"
}
