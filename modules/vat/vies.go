package vat

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
	"unicode"

	"orderd/platform/money"
)

const (
	// askTimeout is how long an answer of VIES may take, with its last byte.
	askTimeout = 5 * time.Second
	// maxAnswer is the size of the largest answer that is read. Those of VIES have less than 1 KiB.
	maxAnswer = 64 << 10
	// The most characters that are kept of what VIES says.
	maxName, maxAddress, maxConsultation = 500, 1000, 100
)

// answer is what VIES says of a VAT id.
type answer struct {
	Valid              bool
	Name               *string
	Address            *string
	ConsultationNumber *string // the proof that the requester has asked
}

// register answers whether VAT ids are valid. requester is the shop's own id, or "". All errors
// mean that there is no answer.
type register interface {
	ask(ctx context.Context, number, requester string) (answer, error)
}

// vies is the EU's register, by its REST interface.
type vies struct {
	url     string
	client  *http.Client
	timeout time.Duration
}

func newVIES(url string) *vies {
	return &vies{url: strings.TrimRight(url, "/") + "/check-vat-number", timeout: askTimeout, client: &http.Client{
		Transport:     &http.Transport{Proxy: http.ProxyFromEnvironment, IdleConnTimeout: time.Second},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// question is the body of a question.
type question struct {
	CountryCode     string `json:"countryCode"`
	VATNumber       string `json:"vatNumber"`
	RequesterState  string `json:"requesterMemberStateCode,omitempty"`
	RequesterNumber string `json:"requesterNumber,omitempty"`
}

func (v *vies) ask(ctx context.Context, number, requester string) (answer, error) {
	ctx, cancel := context.WithTimeout(ctx, v.timeout)
	defer cancel()
	q := question{CountryCode: number[:2], VATNumber: number[2:]}
	if requester != "" {
		q.RequesterState, q.RequesterNumber = requester[:2], requester[2:]
	}
	body, err := json.Marshal(q)
	if err != nil {
		return answer{}, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, v.url, bytes.NewReader(body))
	if err != nil {
		return answer{}, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	response, err := v.client.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return answer{}, fmt.Errorf("VIES answered with status %d", response.StatusCode)
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	switch {
	case err != nil:
		return answer{}, err
	case len(text) > maxAnswer:
		return answer{}, errors.New("the answer of VIES is too large")
	}
	return parseAnswer(text, number)
}

// parseAnswer reads the text of an answer about the number. It returns an error for what is none.
func parseAnswer(text []byte, number string) (answer, error) {
	var members map[string]json.RawMessage // a struct would take members in other letters, too
	if err := json.Unmarshal(text, &members); err != nil {
		return answer{}, errors.New("the answer of VIES is no JSON object")
	}
	if string(members["actionSucceed"]) == "false" {
		return answer{}, errors.New("VIES says that it could not ask the member state")
	}
	var a answer
	switch string(members["valid"]) {
	case "true":
		a.Valid = true
	case "false":
	default:
		return answer{}, errors.New("the answer of VIES does not say whether the id is valid")
	}
	if country, about := textOf(members["countryCode"], 2), textOf(members["vatNumber"],
		maxConsultation); country != nil &&
		about != nil && money.Compact(*country+*about) != number {
		return answer{}, errors.New("the answer of VIES is about another id")
	}
	a.Name, a.Address = textOf(members["name"], maxName), textOf(members["address"], maxAddress)
	a.ConsultationNumber = textOf(members["requestIdentifier"], maxConsultation)
	return a, nil
}

// textOf is a member of an answer, without control characters but for its lines, and no longer than
// longest. It is nil for what is blank, unknown ("---") or no text.
func textOf(member json.RawMessage, longest int) *string {
	var text string
	if json.Unmarshal(member, &text) != nil {
		return nil
	}
	text = strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return -1
		}
		return r
	}, text))
	if runes := []rune(text); len(runes) > longest {
		text = strings.TrimSpace(string(runes[:longest]))
	}
	if text == "" || text == "---" {
		return nil
	}
	return &text
}
