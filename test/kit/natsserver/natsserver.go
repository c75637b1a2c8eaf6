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
	"orderd/test/kit/ramdisk"
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

// configure gives the node the accounts and limits of a configuration file. Name, addresses, routes
// and folder stay.
func (n *Node) configure(file string) error {
	o, err := server.ProcessConfigFile(file)
	if err != nil {
		return err
	}
	if !o.SyncAlways || o.Cluster.Name == "" || len(o.Routes) != 3 {
		return fmt.Errorf("natsserver: %s is not that of a server of a cluster that syncs its files", file)
	}
	own := n.options
	o.ServerName, o.Host, o.Port, o.HTTPHost, o.HTTPPort, o.StoreDir = own.ServerName, own.Host, own.Port, "", 0, own.StoreDir
	o.Cluster, o.Routes, o.NoSigs, o.NoLog = own.Cluster, own.Routes, true, true
	n.options = *o
	return nil
}

// Start starts the node and waits until it takes connections.
func (n *Node) Start() error {
	o := n.options
	s, err := server.NewServer(&o)
	if err != nil {
		return err
	}
	failures := &failures{}
	s.SetLoggerV2(failures, false, false, false)
	s.Start()
	n.running = s
	if !s.ReadyForConnections(readyTimeout) {
		return errors.New("natsserver: the node is not ready" + failures.describe())
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
	n, err := NewNode("single", newDir(t), freePort(t), 0, nil)
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
	n, err := NewNode("configured", newDir(t), freePort(t), 0, nil)
	if err == nil {
		err = n.configure(file)
	}
	if err == nil {
		err = n.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Stop)
	return n
}

// Layout is the addresses and folders of the nodes of a cluster.
type Layout struct {
	Dirs            []string
	Clients, Routes []int  // ports
	File            string // a configuration whose accounts and limits they have; may be ""
}

// NewLayout chooses ports and folders for the nodes of a cluster.
func NewLayout(t testing.TB, nodes int) (l Layout) {
	t.Helper()
	for range nodes {
		l.Dirs = append(l.Dirs, newDir(t))
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
	n, err := NewNode(fmt.Sprintf("n%d", i), l.Dirs[i], l.Clients[i], l.Routes[i], routes)
	if err == nil && l.File != "" {
		err = n.configure(l.File)
	}
	return n, err
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

// newDir makes a folder for the data of a server, which syncs every write. It is removed at the end
// of the test.
func newDir(t testing.TB) string {
	t.Helper()
	dir, err := ramdisk.MakeDir("orderd-nats-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}
