package httpapi

import (
	"net/http"
	"time"
)

// NewServer is an http.Server with limits: a client has 5 s for its header, which net/http answers
// with 431 above 32 KiB, and 15 s for the whole request. Responses are written within 30 s; a
// Stream moves that limit as it goes.
func NewServer(addr string, h http.Handler) *http.Server {
	return &http.Server{
		Addr:              addr,
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
	}
}
