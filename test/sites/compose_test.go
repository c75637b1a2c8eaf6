package sites

import (
	"bufio"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/mailbox"
	"orderd/test/kit"
	"orderd/test/kit/deployment"
	"orderd/test/kit/natsserver"
	"orderd/test/kit/sites"
)

// dotEnv is the .env of the deployment that runs here.
var dotEnv = map[string]string{
	"NATS_MAIN_PASSWORD": "1e3", "NATS_PAY_PASSWORD": "2", "ORDERD_PAYMENTS_BANK_ACCOUNT": "DE02 1203 0000 0000 2020 51",
	"ORDERD_SHOP_RETURNS_ADDRESS": "Torstraße 12, 10119 Berlin",
}

// seller is who issues the invoices of the demo day.
var seller = []string{
	"ORDERD_SELLER_NAME=Moka & Co GmbH", "ORDERD_SELLER_LINE1=Torstraße 12", "ORDERD_SELLER_POSTAL_CODE=10119",
	"ORDERD_SELLER_CITY=Berlin", "ORDERD_SELLER_EMAIL=hello@shop.example", "ORDERD_SELLER_VAT_ID=DE129273398",
}

// The demo day passes on what compose.sites.yaml describes: two sites of two replicas, as child
// processes in production mode, three NATS servers with the accounts of nats.conf, and the routes
// of the Caddyfile. In the middle of the day a replica of each site is killed.
func TestDemoOnComposedSites(t *testing.T) {
	t.Parallel()
	w := composed(t)
	o := observe(t, w)
	runOrderd(t, w, "added 60 products", func(string) {}, "seed", "--pictures=1")
	runOrderd(t, w, `(?s)has heard [0-9]+ events, of 2[0-9] orders.*2[0-9] orders, [0-9]+ checks, 0 faults`, func(line string) {
		if line != "Ada's order leaves in two parcels" {
			return
		}
		w.Quietly(func() {
			o.awaitQuiet(t)
			for _, s := range w.Sites {
				s.Replicas[0].Kill()
			}
		})
	}, "demo")
	for _, s := range w.Sites {
		if s.Replicas[0].Alive() || !s.Replicas[1].Alive() {
			t.Errorf("%s: the first replica runs %v, the second %v", s.Name, s.Replicas[0].Alive(), s.Replicas[1].Alive())
		}
	}
}

// composed runs what compose.sites.yaml describes.
func composed(t *testing.T) *sites.World {
	t.Helper()
	compose := deployment.ReadCompose(t, "compose.sites.yaml")
	layout := natsserver.NewLayout(t, 3)
	layout.File = deployment.File(t, "nats.conf")
	for i := range layout.Dirs {
		launch(t, fmt.Sprintf("node %d", i), slices.Concat(nodeEnviron(layout, i), compose.Services[fmt.Sprintf("n%d", i+1)].Environ(dotEnv))...)
	}
	mails, err := mailbox.Start(clock.System())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = mails.Close() })
	w := sites.New(t)
	w.Mailbox = mails.JSON()
	var all []sites.Definition
	for _, route := range deployment.Routes(t) {
		first, _, _ := strings.Cut(route.Upstreams[0], ":")
		environ := compose.Services[first].Environ(dotEnv)
		all = append(all, sites.Definition{
			Name: first, Modules: compose.Services[first].Environment["ORDERD_MODULES"], Paths: route.Paths, Replicas: len(route.Upstreams),
			Settings: hereAt(layout, environ),
		})
	}
	w.Run(t, all, slices.Concat(seller, []string{"ORDERD_MAIL_URL=" + mails.URL(), "ORDERD_WEBHOOKS_ALLOW_NETWORKS=127.0.0.0/8",
		"ORDERD_VAT_VIES_URL=" + vies(t)})...)
	return w
}

// vies starts a VIES that finds every VAT id valid. It returns its address.
func vies(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprint(w, `{"valid": true}`)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// hereAt returns the variables of a site that do not name its machine, with the NATS servers that
// run here.
func hereAt(layout natsserver.Layout, environ []string) []string {
	_, hosts, _ := strings.Cut(layout.URL(), "://")
	var here []string
	for _, variable := range environ {
		name, value, _ := strings.Cut(variable, "=")
		switch name {
		case "ORDERD_OPS_ADDR":
		case "ORDERD_EVENTS_URL":
			user, _, _ := strings.Cut(value, "@")
			here = append(here, name+"="+user+"@"+hosts)
		default:
			here = append(here, variable)
		}
	}
	return here
}

// traffic is what is under way at the sites and between them.
type traffic struct {
	Waiting         int64 // deliveries and mails
	Assigned, Taken int64 // events that sites have sent, and have got
}

// observer looks at the traffic.
type observer struct {
	sites  []*gorm.DB
	mailer *gorm.DB // that of the site which sends mails
}

func observe(t *testing.T, w *sites.World) (o observer) {
	t.Helper()
	for _, s := range w.Sites {
		db := kit.Open(t, s.Database)
		o.sites = append(o.sites, db)
		if w.Of("/v1/admin/mails") == s {
			o.mailer = db
		}
	}
	return o
}

func (o observer) look() (all traffic, err error) {
	for _, db := range o.sites {
		var at traffic
		err := db.Raw(`SELECT (SELECT count(*) FROM deliveries) AS waiting, (SELECT assigned FROM event_carrier) AS assigned,
			(SELECT sum(ordinal) FROM event_sources) AS taken`).Scan(&at).Error
		if err != nil {
			return all, err
		}
		all = traffic{all.Waiting + at.Waiting, all.Assigned + at.Assigned, all.Taken + at.Taken}
	}
	var mails int64
	err = o.mailer.Raw("SELECT count(*) FROM mailer_letters WHERE status = 'queued'").Scan(&mails).Error
	all.Waiting += mails
	return all, err
}

// awaitQuiet waits until nothing is under way. A mail whose process is killed while it is sent goes
// out when its claim ends, and the demo does not wait for so long.
func (o observer) awaitQuiet(t *testing.T) {
	t.Helper()
	var before traffic
	kit.Within(t, time.Minute, "nothing is under way", func() error {
		now, err := o.look()
		if err != nil {
			return err
		}
		if now.Waiting > 0 || now.Assigned != now.Taken || now != before {
			before = now
			return fmt.Errorf("there is %+v", now)
		}
		return nil
	})
}

// runOrderd runs a command of the binary that calls the sites through their proxy. It requires that
// the command succeeds and prints the pattern, and passes on each line when it comes.
func runOrderd(t *testing.T, w *sites.World, pattern string, line func(string), command string, flags ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), kit.Binary(t), append([]string{command, "--url", w.URL}, flags...)...)
	cmd.Dir = t.TempDir()
	cmd.Env = []string{"ORDERD_HTTP_PUBLIC_URL=" + w.URL, "ORDERD_ADMIN_EMAIL=" + sites.Admin, "ORDERD_ADMIN_PASSWORD=" + sites.Password}
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for lines := bufio.NewScanner(out); lines.Scan(); {
		said = append(said, lines.Text())
		line(lines.Text())
	}
	all := strings.Join(said, "\n")
	if err := cmd.Wait(); err != nil || !regexp.MustCompile(pattern).MatchString(all) {
		t.Fatalf("orderd %s: %v\n%s", command, err, all)
	}
}
