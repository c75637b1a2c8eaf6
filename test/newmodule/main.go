// Command newmodule makes a module from the templates: with one table, three routes, one event, a
// consumer and their tests, wired into the service and listed in modules/README.md. It runs as it
// is; the developer then changes it into the module that is wanted.
//
//	go run ./test/newmodule gifts
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: make new-module NAME=gifts")
		os.Exit(2)
	}
	name := os.Args[1]
	if err := generate(".", name); err != nil {
		fmt.Fprintln(os.Stderr, "new module:", err)
		os.Exit(1)
	}
	fmt.Printf(`modules/%[1]s is there, wired and tested:

  go test ./modules/%[1]s/...    its tests, on both databases
  make arch                  the rules
  make run                   then GET and POST /v1/%[1]s

Change in this order: events/events.go, migrations, the model (entry.go), the use cases (entry_add.go), the queries (store.go),
http.go and entry_http.go, doc.go, the table in modules/README.md, and a call of each operation in
test/e2e/examples_*_test.go, which records the examples of the OpenAPI document (-update).
`, name)
}
