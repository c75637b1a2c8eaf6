package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// authenticator knows callers by their access tokens.
type authenticator struct{ key ed25519.PublicKey }

// caller is what a token says.
type caller struct {
	jwt.RegisteredClaims
	AccountType string `json:"accountType"`
	Email       string `json:"email"`
	Name        string `json:"name"`
}

// caller verifies the request's token.
func (d authenticator) caller(r *http.Request) (c caller, err error) {
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	_, err = jwt.ParseWithClaims(token, &c, func(*jwt.Token) (any, error) { return d.key, nil }, jwt.WithValidMethods([]string{"EdDSA"}))
	return c, err
}

// allow answers with 401 when there is a token and it is a bad one.
func (d authenticator) allow(w http.ResponseWriter, r *http.Request) bool {
	if r.Header.Get("Authorization") == "" {
		return true
	}
	if _, err := d.caller(r); err != nil {
		http.Error(w, "unauthenticated", http.StatusUnauthorized)
		return false
	}
	return true
}

func publicKey(file string) (ed25519.PublicKey, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, errors.New("no PEM block in " + file)
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, err
	}
	return key.(ed25519.PrivateKey).Public().(ed25519.PublicKey), nil
}

// timestamp is a time as the service writes it.
type timestamp time.Time

func (m timestamp) MarshalText() ([]byte, error) {
	return time.Time(m).UTC().AppendFormat(nil, "2006-01-02T15:04:05.000Z"), nil
}

func (m *timestamp) Scan(v any) error {
	t, ok := v.(time.Time)
	if !ok {
		return errors.New("not a time")
	}
	*m = timestamp(t)
	return nil
}

// send writes v as JSON with its Content-Length.
func send(w http.ResponseWriter, status int, v any) { encode(w, status, v, false) }

func encode(w http.ResponseWriter, status int, v any, escapeHTML bool) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(escapeHTML)
	if err := encoder.Encode(v); err != nil {
		http.Error(w, "internal", http.StatusInternalServerError)
		return
	}
	text.Truncate(text.Len() - 1) // the line break
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(text.Len()))
	w.WriteHeader(status)
	_, _ = w.Write(text.Bytes()) // the client may be gone
}
