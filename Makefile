# What developers and CI do. `make` lists it. Only Go and make are needed; what a target needs
# beyond, it says.

.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c

# gin without msgpack, which nothing here uses: 6 MB less of binary, and a shorter first build. The
# encoder of WebP without a shared library: else the binary is linked to libc, and takes the
# system's libwebp where there is one. Tests without vet, which lint runs: once is enough.
export GOFLAGS := $(GOFLAGS) -tags=nomsgpack,nodynamic -vet=off
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
LDFLAGS := -X orderd/cmd/orderd/app.release=$(VERSION)
# One PostgreSQL server for all packages of a test run: found, started and, for root on Debian,
# installed.
PG := go run ./test/kit/pg --
# Tools have a go.mod of their own, so that theirs are not the service's dependencies. They are
# pinned like any other.
LINT := go tool -modfile=.tools/go.mod golangci-lint
# The five packages whose tests took longest, from what go test printed.
SLOWEST := awk '$$1 == "ok" && $$3 ~ /s$$/ { took[$$2] = $$3 + 0 } \
	END { print "slowest packages:"; \
		for (p in took) printf "%8.1f s  %s\n", took[p], p | "sort -rn | head -n 5" }'

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: ## start the service in dev mode: shop, back office, docs, mailbox (Ctrl-C stops it)
	@echo "building; the first time takes a minute or two"
	@ORDERD_DEV=true go run -ldflags '$(LDFLAGS)' ./cmd/orderd serve

.PHONY: demo
demo: ## drive a day of a demo shop through a service of its own, and check it
	@go run -ldflags '$(LDFLAGS)' ./cmd/orderd demo

.PHONY: build
build: ## build bin/orderd, static
	CGO_ENABLED=0 go build -trimpath -ldflags '-s -w $(LDFLAGS)' -o bin/orderd ./cmd/orderd

# The packages whose tests take longest begin first: at the end one of them would run alone.
LONGEST := ./test/e2e ./modules/ordering ./cmd/orderd/app ./test/newmodule ./modules/catalog
.PHONY: test
test: ## the tests, on SQLite and PostgreSQL, but those of crashes and of scale
	@log=$$(mktemp); trap 'rm -f "$$log"' EXIT; \
	$(PG) go test -timeout 20m -skip AtScale $(LONGEST) \
		$$(go list ./... | grep -v -e '/test/faults$$' -e '/test/sites$$') | tee "$$log"; \
	status=$$?; $(SLOWEST) "$$log"; exit $$status

.PHONY: crashes
# Alone, because it measures times; four at once, because most of them wait.
crashes: ## kill -9, lost answers, mail and database away, two replicas: a few of each (4 minutes)
	$(PG) go test -timeout 20m -parallel 4 ./test/faults

.PHONY: scale
scale: ## lists of 100 000 rows beside those of 100: they compare times, so leave the machine alone
	$(PG) go test -count=1 -p 1 -v -run AtScale \
		./modules/catalog ./modules/identity ./modules/ordering ./modules/recipients ./modules/reviews | \
		grep -v -e '^=== ' -e '^    --- '

.PHONY: scale-search
scale-search: ## the search among 1 000 000 orders and 1 000 000 users (10 minutes)
	$(PG) go test -count=1 -p 1 -v -timeout 60m -run TestSearchAtScale \
		./modules/ordering ./modules/identity -full

# The large modules: what one request does in them runs on one goroutine, so that the detector gets
# their tests of several at once alone. The flows of all modules run in the demo's day.
LARGE := catalog identity invoices ordering shop storefront
AT_ONCE := awk '/^func Test/ { name = $$2; sub(/\(.*/, "", name) } \
	/AtOnce\(|\.Go\(|go func|Contend\(/ { print name }'

.PHONY: race
# On PostgreSQL alone: SQLite is Go code, and takes ten minutes more under the race detector.
race: ## what runs at once, under the race detector (needs a C compiler)
	@command -v $${CC:-gcc} >/dev/null || { \
		echo "the race detector needs a C compiler: apt-get install gcc libc6-dev"; exit 1; }
	CGO_ENABLED=1 $(PG) go test -race -timeout 20m ./platform/...
	CGO_ENABLED=1 TEST_DIALECT=postgres $(PG) go test -race -timeout 20m -skip AtScale \
		$$(go list ./modules/... | grep -v -E '/events$$|/($(subst $() ,|,$(LARGE)))$$')
	CGO_ENABLED=1 TEST_DIALECT=postgres $(PG) go test -race -timeout 20m -skip AtScale \
		-run "^($$($(AT_ONCE) $(LARGE:%=modules/%/*_test.go) | sort -u | paste -sd '|'))$$" \
		$(LARGE:%=./modules/%)
	CGO_ENABLED=1 TEST_DIALECT=postgres $(PG) go test -race -timeout 20m \
		-run 'Demo|Standby|Signal|NATS' ./cmd/orderd ./cmd/orderd/app

# The other races of two requests are as large as they get in every run of the tests.
RACES := ^Test(TheLastUnits|TwoLines|LinesOf|OneCart|OneKey|OneLimited|OneVoucher
RACES := $(RACES)|CodesAreSpent|CartsWithLines|CancelAgainst)
.PHONY: races
races: ## the last units, one cart, one key, one code: at the promised sizes, on both databases
	$(PG) go test -count=1 ./modules/ordering -full -run '$(RACES)'
	$(PG) go test -count=1 -run 'AtOnce' ./modules/loyalty ./modules/reviews

.PHONY: arch
arch: ## the rules of the architecture
	go test ./test/arch/...

.PHONY: e2e
e2e: ## the flows of the contract through the whole service
	$(PG) go test -count=1 ./test/e2e/...

.PHONY: static-build
static-build: ## 10 000 product pages with a storefront's key: no call is refused (2 minutes)
	$(PG) go test -count=1 -v -timeout 10m ./test/e2e -run '^TestAStaticBuild$$' -full

.PHONY: faults
faults: ## what crashes does, as often as is promised (an hour)
	$(PG) go test -count=1 -timeout 2h ./test/faults -full

.PHONY: sites
sites: ## events between databases under faults, the demo on two sites (FULL=-full: more)
	$(PG) go test -count=1 -timeout 30m -parallel 4 ./test/sites $(FULL)

.PHONY: bench
bench: ## requests per second beside the floor, checkouts, memory (ROW=Reads: a part)
	$(PG) go test -run '^$$' -bench '$(or $(ROW),.)' -benchtime 1x -timeout 30m ./test/bench/http

.PHONY: bench-doors
bench-doors: ## webhooks, the feed, API keys and guests' checkouts beside their bars (3 minutes)
	$(PG) go test -count=1 -run '^$$' -bench 'Access|Webhooks' -benchtime 1x -timeout 30m \
		./test/bench/http

.PHONY: bench-settings
bench-settings: ## how long until another process counts with a changed setting (a minute)
	$(PG) go test -count=1 -run '^$$' -bench Settings -benchtime 1x -timeout 30m ./test/bench/http

.PHONY: bench-statements
bench-statements: ## statements of an order and of the consumers of its events (pg_stat_statements)
	go test -count=1 -run '^$$' -bench Statements -benchtime 1x -timeout 30m \
		./test/bench/http

# The commit from which on consumers take events in batches is measured beside the one before it.
BEFORE := fe9903d
.PHONY: bench-hearing
bench-hearing: ## orders/s with all events handled, beside a commit BEFORE and the floor (3 minutes)
	@set -e; old=$$(mktemp -d); trap 'rm -rf "$$old"' EXIT; \
	git archive $(BEFORE) | tar x -C "$$old"; (cd "$$old" && go build -o orderd ./cmd/orderd); \
	BENCH_BEFORE="$$old/orderd" $(PG) go test -count=1 -run '^$$' -bench Hearing -benchtime 1x \
		-timeout 30m ./test/bench/http

.PHONY: bench-events
bench-events: ## latency, throughput and idle cost of events, on both databases
	$(PG) go run ./test/bench/events
	$(PG) go test -run '^$$' -bench ClaimBesideHeld ./platform/eventbus

.PHONY: demo-pictures
demo-pictures: ## draw the pictures of the demo shop anew (needs Chromium)
	go test -count=1 -run TestPictures ./cmd/orderd/app/seed -draw

.PHONY: fmt
fmt: ## format the code
	gofmt -w $$(git ls-files '*.go')

.PHONY: lint
lint: ## formatting, go vet and golangci-lint (.golangci.yml says which rules and why)
	@unformatted=$$(gofmt -l cmd modules platform test); [ -z "$$unformatted" ] || { \
		echo "not formatted (make fmt):"; echo "$$unformatted"; exit 1; }
	go vet ./...
	$(LINT) run

# What npm installs is kept until the lock changes. Clients are made and run by the Node that the
# lock names.
test/clients/node_modules: test/clients/package.json test/clients/package-lock.json
	npm --prefix test/clients ci --loglevel=error
	@touch $@

.PHONY: clients
clients: build test/clients/node_modules ## generate clients and buy something with each (needs npm)
	@npm --prefix test/clients --silent start -- $(CURDIR)/bin/orderd

# The renderer stands in the repository, so that a build needs no npm and a page no other host. For
# another version change SCALAR here, and scalar.sha256.
SCALAR := 1.72.1
REFERENCE := $(CURDIR)/platform/docs/reference
.PHONY: reference
reference: ## fetch the pinned renderer of /docs (needs npm)
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && cd "$$dir" && \
	npm pack --silent @scalar/api-reference@$(SCALAR) && \
	tar -xzf *.tgz package/dist/browser/standalone.js && \
	echo "$$(cat $(REFERENCE)/scalar.sha256)  package/dist/browser/standalone.js" | sha256sum -c && \
	gzip -9nc package/dist/browser/standalone.js > $(REFERENCE)/scalar.js.gz

test/browser/node_modules: test/browser/package.json test/browser/package-lock.json
	npm --prefix test/browser ci --loglevel=error
	@touch $@

.PHONY: browser
browser: build test/browser/node_modules ## use the docs and passkeys in Chromium (needs npm)
	@npm --prefix test/browser --silent start -- $(CURDIR)/bin/orderd
	@npm --prefix test/browser --silent run passkeys -- $(CURDIR)/bin/orderd

# The web UI is built by Node >= 20.19 and stands in the repository as built: neither `make run` nor
# a user needs Node.
UI := modules/backoffice/ui
$(UI)/node_modules: $(UI)/package.json $(UI)/package-lock.json
	npm --prefix $(UI) ci --loglevel=error
	@touch $@

.PHONY: ui-types
ui-types: $(UI)/node_modules
	@mkdir -p $(UI)/generated && go run ./cmd/orderd openapi -json > $(UI)/generated/openapi.json
	@npm --prefix $(UI) --silent run types >/dev/null

.PHONY: ui
ui: ui-types ## build the back office into modules/backoffice/ui/dist (needs npm)
	npm --prefix $(UI) --silent run check
	npm --prefix $(UI) --silent run build

.PHONY: ui-dev
ui-dev: ui-types ## the back office with reload on :5173, beside a running `make run` (needs npm)
	npm --prefix $(UI) --silent run dev

.PHONY: ui-check
ui-check: ui-types ## types and rules of the back office, and that what is committed is its build
	@npm --prefix $(UI) --silent run check
	@out=$$(mktemp -d) && trap 'rm -rf "$$out"' EXIT && \
	UI_OUT="$$out" npm --prefix $(UI) --silent run build >/dev/null && \
	diff -r "$$out" $(UI)/dist || { echo "what is committed is not the build: run make ui"; exit 1; }

.PHONY: ui-test
ui-test: build $(UI)/node_modules ## drive the back office in Chromium (needs npm, chromium)
	@cd $(UI) && ORDERD=$(CURDIR)/bin/orderd npm --silent test

test/storefront/node_modules: test/storefront/package.json test/storefront/package-lock.json
	npm --prefix test/storefront ci --loglevel=error
	@touch $@

# The flows with and without a script, each page by axe and an HTML validator, structured data, and
# what pages may weigh (budgets.json). LOOKS=all: long flows in each language and width, with and
# without a script, where else two of the eight do (12 minutes).
.PHONY: storefront-test
storefront-test: build test/storefront/node_modules ## the shop in Chromium (needs npm, chromium)
	@cd test/storefront && ORDERD=$(CURDIR)/bin/orderd LOOKS=$(LOOKS) npm --silent test

.PHONY: storefront-figures
storefront-figures: build test/storefront/node_modules ## its Lighthouse scores, longest tasks
	@cd test/storefront && ORDERD=$(CURDIR)/bin/orderd npm --silent run figures

.PHONY: storefront-pictures
storefront-pictures: build test/storefront/node_modules ## pictures of its pages, into PICTURES=
	@cd test/storefront && ORDERD=$(CURDIR)/bin/orderd npm --silent run pictures

test/papers/node_modules: test/papers/package.json test/papers/package-lock.json
	npm --prefix test/papers ci --loglevel=error
	@touch $@

.PHONY: papers
papers: test/papers/node_modules ## read PDF and XML of documents (npm, poppler, zbar, libxml2)
	@for tool in xmllint pdftotext zbarimg; do command -v $$tool >/dev/null || { \
		echo "install first: apt-get install libxml2-utils poppler-utils zbar-tools"; exit 1; }; done
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && \
	go test -count=1 -run '^TestFiles$$' ./modules/invoices -files "$$dir" && \
	npm --prefix test/papers --silent start -- "$$dir"

.PHONY: bench-ui
bench-ui: build $(UI)/node_modules ## figures of the back office with ORDERS=100000 (10 minutes)
	@cd $(UI) && ORDERD=$(CURDIR)/bin/orderd npm --silent run bench

.PHONY: ui-pictures
ui-pictures: build $(UI)/node_modules ## pictures of every page, into $(UI)/e2e-results/pictures
	@cd $(UI) && ORDERD=$(CURDIR)/bin/orderd npm --silent run pictures

.PHONY: tidy
tidy: ## whether go.mod and go.sum say what the code needs
	go mod tidy -diff

.PHONY: vuln
vuln: ## known vulnerabilities in the code that is called (needs the database of govulncheck)
	@go run ./test/vuln ./cmd/...

# Not run yet where a registry can be reached: look at what it writes before you commit it.
.PHONY: image-digest
image-digest: ## pin the base image by its digest (needs docker and a registry)
	@image=$$(sed -nE 's/^FROM ([^@ ]+).* AS build$$/\1/p' deployments/Dockerfile) && \
	digest=$$(docker buildx imagetools inspect "$$image" --format '{{.Manifest.Digest}}') && \
	[[ $$digest =~ ^sha256:[0-9a-f]{64}$$ ]] && \
	sed -i -E "s|^FROM .* AS build$$|FROM $$image@$$digest AS build|" deployments/Dockerfile && \
	grep ' AS build$$' deployments/Dockerfile

.PHONY: check
CHECKS := lint tidy vuln test crashes sites race races scale clients browser ui-check ui-test
CHECKS += storefront-test papers
check: $(CHECKS) ## all that must pass before a commit lands: what CI runs

.PHONY: new-module
new-module: ## make a running, tested, empty module: make new-module NAME=gifts
	go run ./test/newmodule $(NAME)
