// Package natsserver runs NATS servers with JetStream inside of a test: one, or a cluster of three.
package natsserver

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"orderd/test/kit/port"
)

const (
	readyTimeout = 30 * time.Second
	// maxPayload is that of deployments: more than the largest event that is published.
	maxPayload = 8 << 20
)

// Node is one server. It can be shut down and started again at the same address.
type Node struct {
	options server.Options
	running *server.Server
}

// NewNode makes a server with its data in dir, listening at a port. With routes, the cluster
// addresses of all nodes, it is a node of a cluster.
func NewNode(name, dir string, clientPort, clusterPort int, routes []string) (*Node, error) {
	n := &Node{options: server.Options{
		ServerName: name, Host: "127.0.0.1", Port: clientPort, NoSigs: true, NoLog: true, MaxPayload: maxPayload,
		JetStream: true, StoreDir: dir, SyncAlways: true, JetStreamMaxStore: 4 << 30, JetStreamMaxMemory: 64 << 20,
	}}
	if len(routes) == 0 {
		return n, nil
	}
	n.options.Cluster = server.ClusterOpts{Name: "orderd", Host: "127.0.0.1", Port: clusterPort, NoAdvertise: true}
	for _, address := range routes {
		u, err := url.Parse("nats://" + address)
		if err != nil {
			return nil, err
		}
		n.options.Routes = append(n.options.Routes, u)
	}
	return n, nil
}

// Start starts the node and waits until it takes connections.
func (n *Node) Start() error {
	o := n.options
	s, err := server.NewServer(&o)
	if err != nil {
		return err
	}
	s.Start()
	n.running = s
	if !s.ReadyForConnections(readyTimeout) {
		return errors.New("natsserver: the node is not ready")
	}
	return nil
}

// Stop shuts the node down and waits for its end.
func (n *Node) Stop() {
	if n.running == nil {
		return
	}
	n.running.Shutdown()
	n.running.WaitForShutdown()
	n.running = nil
}

// Forget removes the data of a node that is stopped.
func (n *Node) Forget() error { return os.RemoveAll(n.options.StoreDir) }

// URL is the node's address for clients.
func (n *Node) URL() string { return fmt.Sprintf("nats://127.0.0.1:%d", n.options.Port) }

// Start runs a single server until the end of the test.
func Start(t testing.TB) *Node {
	t.Helper()
	n, err := NewNode("single", t.TempDir(), freePort(t), 0, nil)
	if err == nil {
		err = n.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Stop)
	return n
}

// StartConfigured runs a single server with the accounts and limits of a configuration file, at a
// free port and without its cluster, until the end of the test.
func StartConfigured(t testing.TB, file string) *Node {
	t.Helper()
	o, err := server.ProcessConfigFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !o.SyncAlways || o.Cluster.Name == "" || len(o.Routes) != 3 {
		t.Errorf("%s is not that of a server of a cluster that syncs its files", file)
	}
	o.Cluster, o.Routes = server.ClusterOpts{}, nil
	o.Host, o.Port, o.StoreDir, o.NoSigs, o.NoLog = "127.0.0.1", freePort(t), t.TempDir(), true, true
	n := &Node{options: *o}
	if err := n.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Stop)
	return n
}

// Layout is the addresses and folders of the nodes of a cluster.
type Layout struct {
	Dirs            []string
	Clients, Routes []int // ports
}

// NewLayout chooses ports and folders for the nodes of a cluster.
func NewLayout(t testing.TB, nodes int) (l Layout) {
	t.Helper()
	for range nodes {
		l.Dirs = append(l.Dirs, t.TempDir())
		l.Clients, l.Routes = append(l.Clients, freePort(t)), append(l.Routes, freePort(t))
	}
	return l
}

// Node makes one of the nodes.
func (l Layout) Node(i int) (*Node, error) {
	var routes []string
	for _, p := range l.Routes {
		routes = append(routes, fmt.Sprintf("127.0.0.1:%d", p))
	}
	return NewNode(fmt.Sprintf("n%d", i), l.Dirs[i], l.Clients[i], l.Routes[i], routes)
}

// URL is the address of the cluster for clients.
func (l Layout) URL() string {
	var hosts []string
	for _, p := range l.Clients {
		hosts = append(hosts, fmt.Sprintf("127.0.0.1:%d", p))
	}
	return "nats://" + strings.Join(hosts, ",")
}

func freePort(t testing.TB) int {
	t.Helper()
	number, err := port.Free()
	if err != nil {
		t.Fatal(err)
	}
	return number
}
