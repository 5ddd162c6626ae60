# Run `make` to see what there is to do.

GO        ?= go
SERVER    := bin/server
EXAMPLE   := examples/h100-unit/plan.yaml
TOOLS     := bin/tools
TESTFLAGS ?=
FUZZTIME  ?= 20s
VERSION   ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo devel)

# Packages with goroutines of their own; the race detector runs on these.
RACY := ./internal/planner/... ./internal/app/... ./internal/cli/...

.DEFAULT_GOAL := help
.PHONY: help run build test race check format lint generate bench fuzz clean

help: ## print this list
	@awk 'BEGIN {FS = ":.*## "} /^[a-z]+:.*## / {printf "make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: build ## build the program, check the h100-unit example, write its order to order.csv
	@echo "checking $(EXAMPLE): 32 DGX H100 hosts, 8 leaf and 4 spine switches"
	@$(SERVER) check $(EXAMPLE)
	@echo
	@echo "writing what to order to order.csv"
	@$(SERVER) export $(EXAMPLE) --as order.csv --out order.csv

build: go ## build the program into bin/server
	@echo "building $(SERVER)"
	@CGO_ENABLED=0 $(GO) build -trimpath -ldflags "-X main.version=$(VERSION)" -o $(SERVER) ./cmd/server

test: go ## fetch what the tests need (Go modules, python3 for the review scripts) and run every test
	@echo "the tests need Go, the modules of go.mod and python3; no database, no browser, no service to start"
	@$(GO) mod download
	@command -v python3 >/dev/null || { \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "installing python3, which examples/review is tested with"; \
			apt-get update -qq && apt-get install -y -qq python3 >/dev/null; \
		else echo "no python3 here: the tests of examples/review will be skipped"; fi; }
	$(GO) test $(TESTFLAGS) ./...

race: go ## run the tests of packages with goroutines under the race detector (needs a C compiler)
	CGO_ENABLED=1 $(GO) test -race -short $(RACY)

check: format lint ## formatting, go vet, staticcheck, golangci-lint (built into bin/tools the first time: 3 to 4 minutes)

format: go
	@echo "gofmt"
	@unformatted=$$(gofmt -l cmd internal examples); \
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

generate: go ## rewrite golden files and generated pages; read the difference before you commit it
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
