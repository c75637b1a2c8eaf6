package app

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "curl" {
		curl(os.Args[1:])
		return
	}
	goleak.VerifyTestMain(m)
}

// curl does what the README's calls need of curl.
func curl(args []string) {
	var url, body string
	header := http.Header{}
	method, head := http.MethodGet, false
	for i := 0; i < len(args); i++ {
		switch args[i] {
		case "-s":
		case "-si":
			head = true
		case "-H":
			i++
			name, value, _ := strings.Cut(args[i], ": ")
			header.Add(name, value)
		case "--json":
			i++
			method, body = http.MethodPost, args[i]
			header.Set("Content-Type", "application/json")
		default:
			url = args[i]
		}
	}
	request, err := http.NewRequest(method, url, strings.NewReader(body))
	if err == nil {
		request.Header = header
		var answer *http.Response
		if answer, err = http.DefaultClient.Do(request); err == nil {
			if head {
				fmt.Printf("HTTP/1.1 %s\r\n", answer.Status)
				_ = answer.Header.Write(os.Stdout)
				fmt.Print("\r\n")
			}
			_, err = io.Copy(os.Stdout, answer.Body)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
