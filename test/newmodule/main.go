// Command newmodule makes a module from the templates: with two tables, three routes, one event, a
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

  %-30[2]s its tests, on both databases
  %-30[3]s the rules
  %-30[4]s then GET and POST /v1/%[1]s

Now change it, in the order of "Add a module" in modules/README.md.
`, name, "go test ./modules/"+name+"/...", "make arch", "make run")
}
