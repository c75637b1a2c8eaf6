package app

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"go.uber.org/zap"

	"orderd/platform/httpapi"
)

// listener is a server that accepts connections.
type listener struct {
	net.Listener
	server *http.Server
}

// listen starts to serve; failed gets the error of a server that ends by itself.
func listen(addr string, server *http.Server, failed func(error)) (*listener, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	go func() {
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			failed(err)
		}
	}()
	return &listener{l, server}, nil
}

func publicServer(h http.Handler, log *zap.Logger) *http.Server {
	s := httpapi.NewServer("", h)
	s.ErrorLog = zap.NewStdLog(log.Named("http").WithOptions(zap.IncreaseLevel(zap.WarnLevel)))
	return s
}

// opsServer has no limit on bodies and answers: a profile takes as long as was asked for.
func opsServer(h http.Handler) *http.Server {
	return &http.Server{Handler: h, ReadHeaderTimeout: 5 * time.Second, IdleTimeout: time.Minute}
}

// shutdown stops accepting, waits for the requests under way until ctx ends, then cuts them off.
func (l *listener) shutdown(ctx context.Context) error {
	if l == nil {
		return nil
	}
	err := l.server.Shutdown(ctx)
	if err != nil {
		err = errors.Join(err, l.server.Close())
	}
	return err
}
