# Run `make` to see what there is to do.

GO        ?= go
SERVER    := bin/server
EXAMPLE   := examples/h100-unit/plan.yaml
TOOLS     := bin/tools
TESTFLAGS ?=
FUZZTIME  ?= 20s
VERSION   ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo devel)

# Packages with goroutines of their own; the race detector runs on these.
RACY := ./internal/planner/... ./internal/app/... ./internal/cli/... ./internal/embeddedpg/...

.DEFAULT_GOAL := help
.PHONY: help run demo build test race check format lint queries pages generate bench fuzz clean

help: ## print this list
	@awk 'BEGIN {FS = ":.*## "} /^[a-z]+:.*## / {printf "make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: demo ## check the h100-unit example, then find or install PostgreSQL and serve on http://127.0.0.1:8080
	@GO="$(GO)" exec scripts/run.sh

demo: build ## check the h100-unit example on the command line, write its order to order.csv
	@echo "checking $(EXAMPLE): 32 DGX H100 hosts, 8 leaf and 4 spine switches"
	@$(SERVER) check $(EXAMPLE)
	@echo
	@echo "writing what to order to order.csv"
	@$(SERVER) export $(EXAMPLE) --as order.csv --out order.csv

build: go ## build the program into bin/server
	@echo "building $(SERVER)"
	@CGO_ENABLED=0 $(GO) build -trimpath -ldflags "-X main.version=$(VERSION)" -o $(SERVER) ./cmd/server

test: go ## install what the tests need (PostgreSQL, chromium, poppler-utils, python3) and run every test
	@GO="$(GO)" exec scripts/test.sh $(TESTFLAGS)

race: go ## run the tests of packages with goroutines under the race detector (needs a C compiler)
	CGO_ENABLED=1 $(GO) test -race -short $(RACY)

check: format lint queries pages ## formatting, go vet, linters, generated queries and pages (tools are built into bin/tools the first time: 3 to 4 minutes)

format: go
	@echo "gofmt"
	@unformatted=$$(gofmt -l cmd db internal examples static web); \
	if [ -n "$$unformatted" ]; then echo "not formatted, run gofmt -w:"; echo "$$unformatted"; exit 1; fi
	@echo "go.mod and go.sum"
	@$(GO) mod tidy -diff
	@echo "go vet"
	@$(GO) vet ./...

lint: $(TOOLS)/staticcheck $(TOOLS)/golangci-lint
	@echo "staticcheck"
	@$(TOOLS)/staticcheck ./...
	@echo "golangci-lint"
	@$(TOOLS)/golangci-lint run

$(TOOLS)/staticcheck: tools/go.mod tools/go.sum
	@echo "building staticcheck"
	@$(GO) build -C tools -o ../$@ honnef.co/go/tools/cmd/staticcheck

$(TOOLS)/golangci-lint: tools/go.mod tools/go.sum
	@echo "building golangci-lint"
	@$(GO) build -C tools -o ../$@ github.com/golangci/golangci-lint/v2/cmd/golangci-lint

# sqlc takes a minute and a half to build: where nobody has, a sum over its input and output must do.
queries: go
	@echo "generated queries"
	@if [ -x $(TOOLS)/sqlc ] || [ "$$CI" = true ]; then $(MAKE) --no-print-directory $(TOOLS)/sqlc && $(TOOLS)/sqlc diff; \
	else $(GO) test -run '^TestGeneratedQueriesAreFresh$$' ./internal/postgres; fi

pages: go
	@echo "generated pages"
	@$(GO) tool templ generate -check

$(TOOLS)/sqlc: tools/go.mod tools/go.sum
	@echo "building sqlc"
	@CGO_ENABLED=0 $(GO) build -C tools -o ../$@ github.com/sqlc-dev/sqlc/cmd/sqlc

generate: go $(TOOLS)/sqlc ## rewrite golden files, generated queries and pages; read the difference before you commit it
	$(TOOLS)/sqlc generate
	$(GO) tool templ generate
	SQLC_GENERATED=1 $(GO) test -count=1 -run '^TestGeneratedQueriesAreFresh$$' ./internal/postgres
	UPDATE_GOLDEN=1 $(GO) test ./...

bench: go ## run the benchmarks; compare two runs with benchstat
	$(GO) test -run '^$$' -bench . -benchmem ./...

fuzz: go ## fuzz every parser, FUZZTIME (20s) each
	@for package in $$($(GO) list ./...); do \
		for target in $$($(GO) test -list '^Fuzz' $$package | grep '^Fuzz'); do \
			echo "$$package $$target"; \
			$(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) $$package || exit 1; \
		done; \
	done

clean: ## remove what was built
	rm -rf bin build order.csv

.PHONY: go
go:
	@command -v $(GO) >/dev/null || { echo "Go is not installed; see https://go.dev/doc/install (1.26 or later)"; exit 1; }
