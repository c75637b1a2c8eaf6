package app

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"orderd/test/kit"
)

// Dev mode fills an empty shop, and `seed` finds nothing left to add.
func TestDevModeFillsTheShop(t *testing.T) {
	onBoth(t, func(t *testing.T, dialect string) {
		env := settings(t, dialect)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		reader, writer := io.Pipe()
		code := make(chan int, 1)
		go func() {
			code <- Run(ctx, Streams{In: strings.NewReader(""), Out: writer, Err: io.Discard, Env: env}, []string{"serve"})
			writer.Close()
		}()
		said := make([]byte, 4096)
		n, err := reader.Read(said)
		if err != nil {
			t.Fatal(err)
		}
		api := regexp.MustCompile(`API +(\S+)/v1`).FindStringSubmatch(string(said[:n]))
		if n, err = reader.Read(said); err != nil || !strings.Contains(string(said[:n]), "60 products") {
			t.Errorf("%s, %v", said[:n], err)
		}
		kit.Eventually(t, "the shop is full", func() error {
			if _, body := get(t, api[1]+"/v1/products?limit=1"); !strings.Contains(body, `"total":60`) {
				return fmt.Errorf("%s", body)
			}
			return nil
		})
		orderd(t, env, "seed", "--url", api[1]).require(t, 0, "added 0 products")
		orderd(t, env, "seed", "--url", api[1], "--email", "nobody@example.com").require(t, 1, "401 invalid_credentials")
		cancel()
		if c := <-code; c != 0 {
			t.Errorf("exit code %d", c)
		}
	})
}
