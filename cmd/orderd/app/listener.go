package app

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"go.uber.org/zap"

	"orderd/cmd/orderd/settings"
	"orderd/platform/httpapi"
)

// listener is a server that accepts connections.
type listener struct {
	net.Listener
	server *http.Server
	ended  chan struct{} // closed when it accepts no more
}

// listen starts to serve; failed gets the error of a server that ends by itself.
func listen(addr string, server *http.Server, failed func(error)) (*listener, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := server.Serve(l); !errors.Is(err, net.ErrClosed) {
			failed(err)
		}
	}()
	return &listener{l, server, ended}, nil
}

// connStateHook is called when a connection changes its state (http.Server.ConnState).
type connStateHook = func(net.Conn, http.ConnState)

func publicServer(h http.Handler, log *zap.Logger, watch connStateHook) *http.Server {
	s := httpapi.NewServer("", h)
	s.ConnState = watch
	s.ErrorLog = zap.NewStdLog(log.Named("http").WithOptions(zap.IncreaseLevel(zap.WarnLevel)))
	return s
}

// publicHosts are the host names that the public listener answers to: all in production, only its
// own in dev mode, where it serves the mailbox without authentication.
func publicHosts(c settings.Config) httpapi.Hosts {
	if !c.Dev {
		return nil
	}
	return httpapi.OnlyHosts(c.OwnHosts(c.HTTP.Addr)...)
}

// opsHosts are those of the ops listener: only its own on loopback, which a browser on this machine
// reaches too (DNS rebinding).
func opsHosts(c settings.Config) httpapi.Hosts {
	if !settings.IsLoopback(c.Ops.Addr) {
		return nil
	}
	return httpapi.OnlyHosts(c.OwnHosts(c.Ops.Addr)...)
}

// requireHost answers 421 to requests for another host.
func requireHost(hosts httpapi.Hosts, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !hosts.Allow(r.Host) {
			http.Error(w, "this listener does not answer to that host", http.StatusMisdirectedRequest)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// opsServer has no limit on bodies and answers: a profile takes as long as was asked for.
func opsServer(h http.Handler, watch connStateHook) *http.Server {
	return &http.Server{Handler: h, ConnState: watch, ReadHeaderTimeout: 5 * time.Second, IdleTimeout: time.Minute}
}

// firstRequestGrace is how long a connection that was accepted last may take to send its request.
const firstRequestGrace = 100 * time.Millisecond

// shutdown stops accepting, waits for the requests under way until ctx ends, then closes their
// connections. It waits firstRequestGrace before http.Server.Shutdown, which closes connections
// whose first request was not read yet.
func (l *listener) shutdown(ctx context.Context) error {
	if l == nil {
		return nil
	}
	err := l.Close()
	<-l.ended
	sleep(ctx, firstRequestGrace)
	if late := l.server.Shutdown(ctx); late != nil {
		err = errors.Join(err, late, l.server.Close())
	}
	return err
}
