// Package client calls the service's public API, for the commands that do what a storefront or an
// admin would do.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"orderd/platform/id"
)

// Client is one caller. It may be used from several goroutines once its fields are set.
type Client struct {
	Base      string // "http://127.0.0.1:8080"
	Token     string // an access token, or ""
	CartToken string // a guest's, or ""
	// OrderToken opens one order of a guest; or "".
	OrderToken string
	// UserAgent names the caller; "" is Go's own.
	UserAgent string
	// MaxWait is how long it waits at most when the service asks it to wait; 0 is as
	// long as it is asked.
	MaxWait time.Duration
}

// Problem is an answer that is no success (RFC 9457).
type Problem struct {
	Status int    `json:"-"`
	Code   string `json:"code"`
	Detail string `json:"detail"`
	Fields []struct {
		Pointer string `json:"pointer"`
		Detail  string `json:"detail"`
	} `json:"errors"`
	call string
}

func (p *Problem) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s: %d %s: %s", p.call, p.Status, p.Code, p.Detail)
	for _, f := range p.Fields {
		fmt.Fprintf(&text, " %s %s.", f.Pointer, f.Detail)
	}
	return text.String()
}

// IsProblem reports whether err is a problem with one of the codes.
func IsProblem(err error, codes ...string) bool {
	var p *Problem
	return errors.As(err, &p) && slices.Contains(codes, p.Code)
}

// IsFault reports whether err is a problem with the field at the pointer.
func IsFault(err error, pointer string) bool {
	var p *Problem
	if !errors.As(err, &p) {
		return false
	}
	for _, f := range p.Fields {
		if f.Pointer == pointer {
			return true
		}
	}
	return false
}

// maxCalls is how often a call is made at most when the service asks to wait each time.
const maxCalls = 20

// Call sends body as JSON, unless it is nil, and decodes the answer into answer, unless that is
// nil. What is no success is a *Problem. Asked to wait (429, 503), it waits and calls again, with
// the same Idempotency-Key, maxCalls times at most.
func (c *Client) Call(ctx context.Context, method, path string, body, answer any) error {
	_, err := c.CallForHeader(ctx, method, path, body, answer)
	return err
}

// CallForHeader is Call that returns the header of a success too.
func (c *Client) CallForHeader(ctx context.Context, method, path string, body, answer any) (http.Header, error) {
	if body == nil {
		return c.send(ctx, method, path, "", nil, answer)
	}
	content, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	return c.send(ctx, method, path, "application/json", content, answer)
}

// Upload is Call that sends a file, in a form with the one field "file".
func (c *Client) Upload(ctx context.Context, path, name string, file []byte, answer any) error {
	var content bytes.Buffer
	form := multipart.NewWriter(&content)
	part, err := form.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write(file)
	}
	if err = errors.Join(err, form.Close()); err != nil {
		return err
	}
	_, err = c.send(ctx, http.MethodPost, path, form.FormDataContentType(), content.Bytes(), answer)
	return err
}

// send calls until the service does not ask to wait.
func (c *Client) send(
	ctx context.Context, method, path, contentType string, content []byte, answer any,
) (http.Header, error) {
	key := id.New()
	for calls := 1; ; calls++ {
		header, wait, err := c.callOnce(ctx, method, path, key, contentType, content, answer)
		if err == nil || wait == 0 || calls == maxCalls || c.MaxWait > 0 && wait > c.MaxWait {
			return header, err
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// callOnce calls once. wait is how long the service wants the caller to wait, when it does.
func (c *Client) callOnce(
	ctx context.Context, method, path, key, contentType string, content []byte, answer any,
) (header http.Header, wait time.Duration, err error) {
	request, err := http.NewRequestWithContext(ctx, method, c.Base+path, bytes.NewReader(content))
	if err != nil {
		return nil, 0, err
	}
	c.setHeaders(request, key, contentType)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, 0, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	switch {
	case err != nil:
		return nil, 0, err
	case response.StatusCode < 300 && answer != nil:
		return response.Header, 0, json.Unmarshal(text, answer)
	case response.StatusCode < 300:
		return response.Header, 0, nil
	}
	p := &Problem{Status: response.StatusCode, call: method + " " + path}
	_ = json.Unmarshal(text, p) // what is no problem says nothing
	if p.Status == http.StatusTooManyRequests || p.Status == http.StatusServiceUnavailable {
		seconds, _ := strconv.Atoi(response.Header.Get("Retry-After"))
		return nil, time.Duration(max(1, seconds)) * time.Second, p
	}
	return nil, 0, p
}

func (c *Client) setHeaders(request *http.Request, key, contentType string) {
	h := request.Header
	if contentType != "" {
		h.Set("Content-Type", contentType)
	}
	if request.Method != http.MethodGet {
		h.Set("Idempotency-Key", key)
	}
	if c.UserAgent != "" {
		h.Set("User-Agent", c.UserAgent)
	}
	if c.Token != "" {
		h.Set("Authorization", "Bearer "+c.Token)
	}
	if c.CartToken != "" {
		h.Set("X-Cart-Token", c.CartToken)
	}
	if c.OrderToken != "" {
		h.Set("X-Order-Token", c.OrderToken)
	}
}
