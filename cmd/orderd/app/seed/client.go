package seed

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

// client calls the service's public API.
type client struct {
	base  string // "http://127.0.0.1:8080"
	token string
	http  http.Client
}

// problem is an answer that is no success.
type problem struct {
	Status int
	Code   string
	Detail string
	call   string
}

func (p *problem) Error() string {
	return fmt.Sprintf("%s: %d %s: %s", p.call, p.Status, p.Code, p.Detail)
}

// call sends body, unless it is nil, and decodes the answer into answer, unless that is nil. Told to wait, it waits.
func (c *client) call(ctx context.Context, method, path string, body, answer any) error {
	var content []byte
	if body != nil {
		var err error
		if content, err = json.Marshal(body); err != nil {
			return err
		}
	}
	for {
		wait, err := c.try(ctx, method, path, content, answer)
		if wait == 0 || err == nil {
			return err
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// try calls once. wait is how long the service wants the caller to wait, when it does.
func (c *client) try(ctx context.Context, method, path string, content []byte, answer any) (wait time.Duration, err error) {
	request, err := http.NewRequestWithContext(ctx, method, c.base+path, bytes.NewReader(content))
	if err != nil {
		return 0, err
	}
	if len(content) > 0 {
		request.Header.Set("Content-Type", "application/json")
	}
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	switch {
	case err != nil:
		return 0, err
	case response.StatusCode < 300 && answer != nil:
		return 0, json.Unmarshal(text, answer)
	case response.StatusCode < 300:
		return 0, nil
	}
	p := &problem{Status: response.StatusCode, call: method + " " + path}
	_ = json.Unmarshal(text, p) // what is no problem says nothing
	if p.Status == http.StatusTooManyRequests || p.Status == http.StatusServiceUnavailable {
		seconds, _ := strconv.Atoi(response.Header.Get("Retry-After"))
		return time.Duration(max(1, seconds)) * time.Second, p
	}
	return 0, p
}
