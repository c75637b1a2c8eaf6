package app

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"go.uber.org/zap"
)

// Slow clients are cut off (API.md, section 1). An operation that streams lifts its deadlines by http.ResponseController.
const (
	headerTime = 5 * time.Second
	bodyTime   = 15 * time.Second
	idleTime   = 60 * time.Second
	headerSize = 32 << 10
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
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       bodyTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    headerSize,
		ErrorLog:          zap.NewStdLog(log.Named("http").WithOptions(zap.IncreaseLevel(zap.WarnLevel))),
	}
}

// opsServer has no limit on bodies and answers: a profile takes as long as was asked for.
func opsServer(h http.Handler) *http.Server {
	return &http.Server{Handler: h, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime}
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
