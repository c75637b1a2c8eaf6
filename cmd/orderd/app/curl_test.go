package app

import (
	"errors"
	"fmt"
	"io"
	"mime/multipart"
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
		case "-F": // file=@-;filename=NAME
			i++
			_, name, _ := strings.Cut(args[i], "filename=")
			method = http.MethodPost
			var contentType string
			contentType, body = formOfStdin(name)
			header.Set("Content-Type", contentType)
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

// formOfStdin is a form whose one field "file" is what is read from the standard input.
func formOfStdin(name string) (contentType, body string) {
	var content strings.Builder
	form := multipart.NewWriter(&content)
	part, err := form.CreateFormFile("file", name)
	if err == nil {
		_, err = io.Copy(part, os.Stdin)
	}
	if err := errors.Join(err, form.Close()); err != nil {
		panic(err)
	}
	return form.FormDataContentType(), content.String()
}
