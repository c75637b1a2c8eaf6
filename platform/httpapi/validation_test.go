package httpapi_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"orderd/platform/id"
	"orderd/test/kit"
)

// wide has 20 characters in 40 bytes.
var wide = strings.Repeat("ß", 20)

// validations are bodies of POST /v1/things with the faults that they are answered with.
var validations = map[string]struct {
	body string
	want []string // nil: 201
}{
	"smallest":            {`{"name":"x"}`, nil},
	"everything":          {`{"name":"x","email":"a@b.de","rating":5,"count":1,"note":"n","kind":"round","tags":["a"],"since":"2026-01-01T00:00:00+02:00","size":{"height":1},"sizes":[],"labels":{"a":"b"},"secret":"12345678","slug":"a","brand":"0198a1f0-7c1e-7a3b-9d53-3f6b1c2d4e5f","logo":"https://x.de/l.png","active":true}`, nil},
	"null means absent":   {`{"name":"x","email":null,"rating":null,"note":null,"kind":null,"tags":null,"since":null,"size":null,"sizes":null,"labels":null,"secret":null,"active":null,"logo":null}`, nil},
	"nothing":             {`{}`, []string{"/name required"}},
	"null where required": {`{"name":null}`, []string{"/name wrong_type"}},
	"not an object":       {`[]`, []string{" wrong_type"}},
	"a text":              {`"x"`, []string{" wrong_type"}},
	"null":                {`null`, []string{" wrong_type"}},
	"number for text":     {`{"name":1}`, []string{"/name wrong_type"}},
	"text for number":     {`{"name":"x","rating":"4"}`, []string{"/rating wrong_type"}},
	"number for truth":    {`{"name":"x","active":1}`, []string{"/active wrong_type"}},
	"text for truth":      {`{"name":"x","active":"true"}`, []string{"/active wrong_type"}},
	"object for list":     {`{"name":"x","tags":{}}`, []string{"/tags wrong_type"}},
	"list for object":     {`{"name":"x","size":[]}`, []string{"/size wrong_type"}},
	"list for map":        {`{"name":"x","labels":[]}`, []string{"/labels wrong_type"}},
	"unknown field":       {`{"name":"x","nick":1}`, []string{"/nick unexpected_field"}},
	"unknown and wrong":   {`{"name":"","nick":1}`, []string{"/name required", "/nick unexpected_field"}},
	"casing is strict":    {`{"Name":"x"}`, []string{"/name required", "/Name unexpected_field"}},
	"pointer is escaped":  {`{"name":"x","a/b~c":1}`, []string{"/a~1b~0c unexpected_field"}},
	"unknown inside":      {`{"name":"x","size":{"height":1,"width":2}}`, []string{"/size/width unexpected_field"}},
	"required inside":     {`{"name":"x","sizes":[{"height":1},{}]}`, []string{"/sizes/1/height required"}},
	"many at once": {`{"name":"","rating":9,"kind":"flat","tags":[1,"abcdefghijk"],"since":"soon","email":"x"}`,
		[]string{"/name required", "/rating out_of_range", "/kind not_allowed", "/tags/0 wrong_type", "/tags/1 too_long", "/since bad_format",
			"/email bad_format"}},
	"blank":                    {`{"name":" \t\n "}`, []string{"/name required"}},
	"blank and optional":       {`{"name":"x","email":" ","logo":"\t","tags":[""]}`, []string{"/email too_short", "/logo too_short"}},
	"trimmed to fit":           {`{"name":"   ` + wide + `   "}`, nil},
	"characters, not bytes":    {`{"name":"` + wide + `"}`, nil},
	"too long":                 {`{"name":"` + wide + `x"}`, []string{"/name too_long"}},
	"astral characters are 1":  {`{"name":"` + strings.Repeat(`\ud83d\ude00`, 20) + `"}`, nil},
	"plain text keeps spaces":  {`{"name":"x","secret":"   a    "}`, nil},
	"plain too short":          {`{"name":"x","secret":"1234567"}`, []string{"/secret too_short"}},
	"plain too long":           {`{"name":"x","secret":"1234567890123"}`, []string{"/secret too_long"}},
	"NUL":                      {`{"name":"a\u0000b"}`, []string{"/name bad_format"}},
	"NUL in plain text":        {`{"name":"x","secret":"1234\u00005678"}`, []string{"/secret bad_format"}},
	"NUL in a long text":       {`{"name":"x","note":"a\u0000b"}`, []string{"/note bad_format"}},
	"NUL in a map's name":      {`{"name":"x","labels":{"a\u0000":"b"}}`, []string{"/labels/a\x00 bad_format"}},
	"NUL in a map's value":     {`{"name":"x","labels":{"a":"\u0000"}}`, []string{"/labels/a bad_format"}},
	"line break in a name":     {`{"name":"a\nb"}`, []string{"/name bad_format"}},
	"line break in a note":     {`{"name":"x","note":"a\r\n\tb"}`, nil},
	"bell in a note":           {`{"name":"x","note":"\u0007"}`, []string{"/note bad_format"}},
	"C1 control":               {`{"name":"a\u0085b"}`, []string{"/name bad_format"}},
	"pattern":                  {`{"name":"x","slug":"A"}`, []string{"/slug bad_format"}},
	"enum is exact":            {`{"name":"x","kind":"Round"}`, []string{"/kind not_allowed"}},
	"enum empty":               {`{"name":"x","kind":""}`, []string{"/kind not_allowed"}},
	"uuid":                     {`{"name":"x","brand":"1"}`, []string{"/brand bad_format"}},
	"uuid in capitals":         {`{"name":"x","brand":"0198A1F0-7C1E-7A3B-9D53-3F6B1C2D4E5F"}`, []string{"/brand bad_format"}},
	"uuid in braces":           {`{"name":"x","brand":"{0198a1f0-7c1e-7a3b-9d53-3f6b1c2d4e5f}"}`, []string{"/brand bad_format"}},
	"uri without host":         {`{"name":"x","logo":"https:///a"}`, []string{"/logo bad_format"}},
	"uri of a script":          {`{"name":"x","logo":"javascript:alert(1)"}`, []string{"/logo bad_format"}},
	"date-time without offset": {`{"name":"x","since":"2026-01-01T00:00:00"}`, []string{"/since bad_format"}},
	"date-time of year 10000":  {`{"name":"x","since":"9999-12-31T23:59:59-01:00"}`, []string{"/since bad_format"}},
	"date-time of year 0":      {`{"name":"x","since":"0001-01-01T00:00:00+01:00"}`, []string{"/since bad_format"}},
	"date-time in year 9999":   {`{"name":"x","since":"9999-12-31T23:59:59Z"}`, nil},
	"date-time of a number":    {`{"name":"x","since":5}`, []string{"/since wrong_type"}},
	"too few":                  {`{"name":"x","tags":[]}`, []string{"/tags too_short"}},
	"too many":                 {`{"name":"x","tags":["a","b","c","d"]}`, []string{"/tags too_long"}},
	"whole with a point":       {`{"name":"x","rating":4.0}`, nil},
	"whole with an exponent":   {`{"name":"x","rating":0.4e1}`, nil},
	"not whole":                {`{"name":"x","rating":4.5}`, []string{"/rating wrong_type"}},
	"barely not whole":         {`{"name":"x","rating":4.0000000000000000000000001}`, []string{"/rating wrong_type"}},
	"below":                    {`{"name":"x","rating":0}`, []string{"/rating out_of_range"}},
	"negative":                 {`{"name":"x","rating":-1}`, []string{"/rating out_of_range"}},
	"minus zero":               {`{"name":"x","size":{"height":-0}}`, nil},
	"above":                    {`{"name":"x","rating":6}`, []string{"/rating out_of_range"}},
	"huge":                     {`{"name":"x","rating":1e400}`, []string{"/rating out_of_range"}},
	"tiny":                     {`{"name":"x","rating":1e-400}`, []string{"/rating wrong_type"}},
	"absurd exponent":          {`{"name":"x","count":1e99999999999999999999}`, []string{"/count out_of_range"}},
	"largest":                  {`{"name":"x","count":9223372036854775807}`, nil},
	"one more":                 {`{"name":"x","count":9223372036854775808}`, []string{"/count out_of_range"}},
	"money":                    {`{"name":"x","price":19.99}`, nil},
	"money with an exponent":   {`{"name":"x","price":1999e-2}`, nil},
	"money with zeros":         {`{"name":"x","price":1.1000}`, nil},
	"a fraction of a cent":     {`{"name":"x","price":0.005}`, []string{"/price bad_format"}},
	"nearly nothing":           {`{"name":"x","price":1e-300}`, []string{"/price bad_format"}},
	"negative money":           {`{"name":"x","price":-0.01}`, []string{"/price out_of_range"}},
	"too much money":           {`{"name":"x","price":1e300}`, []string{"/price out_of_range"}},
	"money as text":            {`{"name":"x","price":"1.00"}`, []string{"/price wrong_type"}},
	"two fields disagree":      {`{"name":"x","from":2,"to":1}`, []string{"/to out_of_range"}},
	"disagree among others":    {`{"name":"","from":2,"to":1}`, []string{"/name required", "/to out_of_range"}},
	"disagree beside a type": {`{"name":5,"from":2,"to":1,"zzz":1}`,
		[]string{"/name wrong_type", "/zzz unexpected_field", "/to out_of_range"}},
	"blamed once": {`{"name":"x","from":2,"to":"1"}`, []string{"/to wrong_type"}},
}

// TestValidation has a row for each kind of fault: the pointers and codes of all faults, in their
// order.
func TestValidation(t *testing.T) {
	t.Parallel()
	b := plain(t)
	api := b.customer(t)
	for name, row := range validations {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := api.Do(t, "POST", "/v1/things", row.body)
			if row.want == nil {
				a.Require(t, 201)
				return
			}
			a.Require(t, 422)
			if got := a.Pointers(); !slices.Equal(got, row.want) {
				t.Fatalf("got %q, want %q", got, row.want)
			}
			code := "validation_failed"
			if !slices.ContainsFunc(row.want, func(w string) bool { return !strings.HasSuffix(w, " unexpected_field") }) {
				code = "unexpected_field"
			}
			a.Require(t, 422, code)
		})
	}
}

func TestMalformed(t *testing.T) {
	t.Parallel()
	b := plain(t)
	api := b.customer(t)
	for name, body := range map[string]string{
		"nothing": "", "white space": " \n", "cut off": `{"name":"x"`, "trailing data": `{"name":"x"} x`, "two values": `{}{}`,
		"trailing comma": `{"name":"x",}`,
		"comment":        `{"name":"x"/**/}`, "single quotes": `{'name':'x'}`, "no quotes": `{name:"x"}`, "duplicate": `{"name":"x","name":"y"}`,
		"duplicate by escape": `{"name":"x","\u006eame":"y"}`, "duplicate inside": `{"name":"x","size":{"height":1,"height":2}}`,
		"duplicate in an unknown field": `{"name":"x","z":[{"a":1,"a":2}]}`, "bad UTF-8": "{\"name\":\"\xff\"}",
		"bad UTF-8 in a name": "{\"\xc3\":1}",
		"lone high surrogate": `{"name":"\ud800"}`, "lone low surrogate": `{"name":"\udc00"}`, "surrogate and letter": `{"name":"\ud800\u0041"}`,
		"bad escape": `{"name":"\x41"}`, "raw line break": "{\"name\":\"a\nb\"}", "raw NUL": "{\"name\":\"a\x00b\"}", "BOM": "\ufeff{}",
		"UTF-16":       "\xff\xfe{\x00}\x00",
		"leading zero": `{"name":"x","rating":04}`, "plus": `{"name":"x","rating":+4}`, "NaN": `{"name":"x","rating":NaN}`,
		"hex":        `{"name":"x","rating":0x4}`,
		"bare point": `{"name":"x","rating":4.}`, "too deep": strings.Repeat("[", 65) + strings.Repeat("]", 65),
		"absurdly deep": strings.Repeat(`{"a":`, 40000),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			api.Do(t, "POST", "/v1/things", body).Require(t, 400, "malformed_json")
		})
	}
	api.Do(t, "POST", "/v1/things", `{"name":"x","z":`+strings.Repeat("[", 63)+strings.Repeat("]", 63)+`}`).Require(t, 422, "unexpected_field")
}

func TestMediaTypes(t *testing.T) {
	t.Parallel()
	b := plain(t)
	for media, status := range map[string]int{
		"application/json": 201, "application/json; charset=utf-8": 201, `application/json;charset="UTF-8"`: 201, "Application/JSON": 201,
		"application/json; charset=latin1": 415, "text/plain": 415, "application/x-www-form-urlencoded": 415, "application/merge-patch+json": 415,
		"multipart/form-data; boundary=x": 415, "application/json; charset": 415, "json": 415, "*/*": 415,
	} {
		b.customer(t).With("Content-Type", media).Do(t, "POST", "/v1/things", `{"name":"x"}`).Require(t, status)
	}
	b.customer(t).With("Content-Encoding", "gzip").Do(t, "POST", "/v1/things", `{"name":"x"}`).Require(t, 415)
	b.customer(t).With("Accept", "text/html").Do(t, "POST", "/v1/things", `{"name":"x"}`).Require(t, 201)
}

// TestBodiesThatNeedNotBe: a command without a body takes none, an empty object, and nothing else.
func TestBodiesThatNeedNotBe(t *testing.T) {
	t.Parallel()
	b := plain(t)
	api := b.admin(t)
	for body, status := range map[string]int{"": 200, "{}": 200, `{"x":1}`: 422, "[]": 422, "{": 400, "null": 422} {
		api.Do(t, "POST", "/v1/login", body).Require(t, status)
		api.Do(t, "POST", "/v1/admin/things/x/approve", body).Require(t, status)
	}
	api.Do(t, "POST", "/v1/login", nil).Require(t, 200)
	api.Do(t, "DELETE", "/v1/things/x", nil).Require(t, 204)
}

func TestBodySize(t *testing.T) {
	t.Parallel()
	b := plain(t)
	api := b.customer(t)
	fill := func(size int) string {
		const body = `{"name":"x"}`
		return body + strings.Repeat(" ", size-len(body))
	}
	api.Do(t, "POST", "/v1/things", fill(256<<10)).Require(t, 201)
	api.Do(t, "POST", "/v1/things", fill(256<<10+1)).Require(t, 413, "body_too_large")
}

func TestOptionalFields(t *testing.T) {
	t.Parallel()
	b := plain(t)
	for body, want := range map[string]string{
		`{}`:                           "unchanged unchanged",
		`{"note":null}`:                "unchanged cleared",
		`{"note":" n "}`:               "unchanged n",
		`{"name":"x","note":""}`:       "x ",
		`{"name":"x","size":null}`:     "x unchanged",
		`{"name":null}`:                "/name wrong_type",
		`{"name":" "}`:                 "/name too_short",
		`{"name":null,"x":1}`:          "/name wrong_type /x unexpected_field",
		`{"size":{"height":"x"}}`:      "/size/height wrong_type",
		`{"size":{"height":1,"w":""}}`: "/size/w unexpected_field",
	} {
		a := b.customer(t).Do(t, "PATCH", "/v1/things/x", body)
		got := strings.Join(a.Pointers(), " ")
		if a.Status == 200 {
			got = a.Text("name") + " " + a.Text("note")
		}
		if got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
}

func TestWhatAnOperationGets(t *testing.T) {
	t.Parallel()
	b := plain(t)
	b.customer(t).
		Do(t, "POST", "/v1/things",
			`{"name":" Moka ","email":" Ada@Example.COM ","rating":40e-1,"price":1999.00e-2,"since":"2026-01-01T01:30:00.123456789+02:00","secret":" 12345678 ","active":true}`).Require(t, 201)
	in := b.body.Load().Body
	if in.Name != "Moka" || in.Email != "ada@example.com" || in.Rating != 4 || in.Price != 1999 || in.Secret != " 12345678 " || !in.Active ||
		in.Note != nil || in.Size != nil {
		t.Errorf("%+v", in)
	}
	if since := time.Time(*in.Since); since.Format(time.RFC3339Nano) != "2025-12-31T23:30:00.123456Z" {
		t.Error(since)
	}
}

func TestEmails(t *testing.T) {
	t.Parallel()
	b := plain(t)
	api := b.customer(t)
	try := func(email string, status int) {
		t.Helper()
		if a := api.Do(t, "POST", "/v1/things", map[string]any{"name": "x", "email": email}); a.Status != status {
			t.Errorf("%q: %d %s", email, a.Status, a.Body)
		}
	}
	for _, good := range []string{"a@b.de", "first.last+tag@sub.example.co.uk", "o'neil@example.com", "x_y-z@1.example", "admin@localhost",
		"A@B.DE", " a@b.de ", "a@bücher.de",
		strings.Repeat("a", 64) + "@example.com"} {
		try(good, 201)
	}
	for _, bad := range []string{"", " ", "a", "a@", "@b.de", "a@b", "a@@b.de", "a@b@c.de", "a b@c.de", "a@b c.de", "a@b..de", ".a@b.de",
		"a..b@c.de", "a.@b.de", "a@.de", "a@b.de.",
		"a@-b.de", "Ada <a@b.de>", "a@b.de,c@d.de", "a@[127.0.0.1]", `"a b"@c.de`, "ä@b.de", "a\n@b.de", "a@b.de\nBcc: x@y.de", "a\u0000@b.de",
		strings.Repeat("a", 65) + "@example.com", strings.Repeat("a", 60) + "@" + strings.Repeat("b.", 100) + "de"} {
		try(bad, 422)
	}
}

func TestQueriesAndHeaders(t *testing.T) {
	t.Parallel()
	b := plain(t)
	api := b.api(t)
	for query, want := range map[string]string{
		"": "", "?page=1&limit=100": "", "?unknown=1": "?unknown unexpected_field",
		"?Limit=1&%F0=": "?Limit unexpected_field ?\uFFFD unexpected_field", "?limit=": "", "?page=2147483647&limit=100": "",
		"?limit=20&limit=x": "?limit not_allowed", "?page=1&page=1": "?page not_allowed", "?limit=050": "",
		"?limit=0": "?limit out_of_range", "?limit=101": "?limit out_of_range", "?limit=-1": "?limit out_of_range",
		"?limit=x": "?limit wrong_type", "?limit=1.5": "?limit wrong_type",
		"?limit=1e1": "?limit wrong_type", "?limit=99999999999999999999": "?limit out_of_range", "?page=0": "?page out_of_range",
		"?page=-99999999999999999999": "?page out_of_range",
		"?page=2147483648":            "?page out_of_range", "?page=0&limit=x": "?page out_of_range ?limit wrong_type",
		"?kind=round": "", "?kind=flat": "?kind not_allowed", "?kind=Round": "?kind not_allowed", "?q=12345678901": "?q too_long",
		"?q=%00":       "?q bad_format",
		"?active=true": "", "?active=1": "?active wrong_type", "?active=TRUE": "?active wrong_type",
		"?price=1.25": "", "?price=-1": "?price out_of_range", "?price=NaN": "?price wrong_type", "?price=Inf": "?price wrong_type",
		"?price=0x1p-2": "?price wrong_type",
	} {
		a := api.Do(t, "GET", "/v1/things"+query, nil)
		if got := strings.Join(a.Pointers(), " "); got != want || (a.Status == http.StatusOK) != (want == "") {
			t.Errorf("%q: %d %q, want %q", query, a.Status, got, want)
		}
	}
	if a := api.With("X-Color", "purple").Do(t, "GET", "/v1/things", nil).Require(t, 422); a.Pointers()[0] != "X-Color too_long" {
		t.Error(a.Pointers())
	}
}

// TestLists: a list takes its values repeated and with commas between alike, each is checked, and
// nothing else takes a second value, whoever asks.
func TestLists(t *testing.T) {
	t.Parallel()
	b := plain(t)
	one, two, three := id.New(), id.New(), id.New()
	for query, want := range map[string]string{
		"":                                          "[] 0",
		"?q=a&shape=round&shape=oval&ids=" + one:    "a[round oval] 1",
		"?shape=round&ids=" + one + "," + two:       "[round] 2",
		"?shape=round,oval":                         "[round oval] 0",
		"?shape=round%2Coval":                       "[round oval] 0",
		"?shape=&ids=&q=":                           "[] 0",
		"?shape=,&ids=,,":                           "[] 0",
		"?shape=&shape=round":                       "[round] 0",
		"?shape=,round,&shape=&shape=,oval":         "[round oval] 0",
		"?ids=" + one + "&ids=" + two:               "[] 2",
		"?ids=" + one + ",":                         "[] 1",
		"?ids=&shape=oval&ids=," + one:              "[oval] 1",
		"?q=a&q=a":                                  "?q not_allowed",
		"?q=&q=a":                                   "?q not_allowed",
		"?Q=a&Q=b":                                  "?Q unexpected_field",
		"?q=a&q=b&x=1":                              "?x unexpected_field ?q not_allowed",
		"?shape=round&shape=flat":                   "?shape not_allowed",
		"?shape=round,flat":                         "?shape not_allowed",
		"?shape=round,flat&q=12345678901":           "?q too_long ?shape not_allowed",
		"?shape=round, oval":                        "?shape not_allowed",
		"?shape=round&shape=oval&shape=square":      "?shape too_long",
		"?shape=round,oval&shape=square":            "?shape too_long",
		"?ids=" + one + ",x,y":                      "?ids too_long",
		"?ids=" + one + "&ids=" + two + "," + three: "?ids too_long",
		"?ids=x,y":                                  "?ids bad_format",
		"?ids=%FF,%FE":                              "?ids bad_format",
	} {
		for path, api := range map[string]*kit.API{"/v1/admin/things": b.admin(t), "/v1/suggestions": b.api(t)} {
			a := api.Do(t, "GET", path+strings.ReplaceAll(query, " ", "%20"), nil)
			got := strings.Join(a.Pointers(), " ")
			if a.Status == http.StatusOK {
				got = a.Text("hello")
			}
			if got != want {
				t.Errorf("%s%q: %d %q, want %q", path, query, a.Status, got, want)
			}
		}
	}
}

// Lists with names are like other lists; a value with a comma counts whole too.
func TestNamedLists(t *testing.T) {
	t.Parallel()
	b := plain(t)
	many := "?"
	for i := range 21 {
		many += fmt.Sprint("option.n", i, "=1&")
	}
	for query, want := range map[string]string{
		"?option.color=red,blue&option.size=m":                                 "[] 0map[color:[red blue red,blue] size:[m]]",
		"?option.color=red&option.color=blue&option[size]=m":                   "[] 0map[color:[red blue] size:[m]]",
		"?option.l=1,5%20l&option.l=2":                                         "[] 0map[l:[1 5 l 2 1,5 l]]",
		"?option.color=&option.size=,":                                         "[] 0",
		"?option.a.b=1&option.a[b]=2&option.Gr%C3%B6%C3%9Fe=3":                 "[] 0map[Größe:[3] a.b:[1] a[b]:[2]]",
		"?option.a%00b=1&option[%1f]=2":                                        "?option.a\x00b bad_format ?option.\x1f bad_format",
		"?option.color=" + strings.Repeat("x,", 100):                           "",
		"?option.color=" + strings.Repeat("x,", 101):                           "?option.color too_long",
		"?option.a=%FF&option.b=" + strings.Repeat("x", 501) + "&option.c=%00": "?option.a bad_format ?option.b too_long ?option.c bad_format",
		"?option=red&option.=1&option[]=1&options.a=1&option[a=1": "?option unexpected_field ?option. unexpected_field ?option[] " +
			"unexpected_field ?option[a unexpected_field ?options.a unexpected_field",
		many: "?option too_long",
	} {
		a := b.api(t).Do(t, "GET", "/v1/suggestions"+query, nil)
		got := strings.Join(a.Pointers(), " ")
		if a.Status == http.StatusOK && want != "" {
			got = a.Text("hello")
		}
		if got != want {
			t.Errorf("%.60q: %d %q, want %q", query, a.Status, got, want)
		}
	}
}

// The document has the form in which a generated client repeats the name of a list.
func TestListsInTheDocument(t *testing.T) {
	t.Parallel()
	doc := string(plain(t).api(t).Do(t, "GET", "/openapi.json", nil).Require(t, 200).Body)
	const want = `{"explode":true,"in":"query","name":"ids","schema":{"items":{"format":"uuid","type":"string"},` +
		`"maxItems":2,"type":"array"},"style":"form"}`
	const named = `{"explode":true,"in":"query","name":"option","schema":{"additionalProperties":{"type":"string"},` +
		`"type":"object"},"style":"form"}`
	for _, param := range []string{want, named} {
		if !strings.Contains(doc, param) {
			t.Errorf("no %s in %s", param, doc)
		}
	}
}

func TestPages(t *testing.T) {
	t.Parallel()
	b := plain(t)
	api := b.customer(t)
	empty := api.Do(t, "GET", "/v1/things", nil).Require(t, 200)
	if want := `{"data":[],"meta":{"total":0,"page":1,"limit":20,"totalPages":0}}`; string(empty.Body) != want {
		t.Fatalf("%s, want %s", empty.Body, want)
	}
	for range 5 {
		api.Do(t, "POST", "/v1/things", `{"name":"x"}`).Require(t, 201)
	}
	for query, want := range map[string]struct{ rows, pages float64 }{"?limit=2": {2, 3}, "?limit=2&page=3": {1, 3}, "?limit=2&page=4": {0, 3},
		"?limit=5": {5, 1}, "?page=2147483647": {0, 1}} {
		a := api.Do(t, "GET", "/v1/things"+query, nil).Require(t, 200)
		if rows := len(a.At("data").([]any)); float64(rows) != want.rows || a.Number("meta.totalPages") != want.pages ||
			a.Number("meta.total") != 5 {
			t.Errorf("%q: %s", query, a.Body)
		}
	}
}

// TestNothingSubmittedComesBack: details hold neither the submitted value nor names of Go or SQL.
func TestNothingSubmittedComesBack(t *testing.T) {
	t.Parallel()
	b := plain(t)
	const secret = "hunter2hunter2hunter2"
	for _, body := range []string{
		`{"name":"x","secret":"` + secret + `"}`, `{"name":"x","secret":["` + secret + `"]}`, `{"name":"x","kind":"` + secret + `"}`,
		`{"name":"x","rating":"` + secret + `"}`,
		`{"name":"x","email":"` + secret + `"}`, `{"name":"` + secret + `x"}`, `{"name":"x","secret":"` + secret,
		`{"name":"x","since":"` + secret + `"}`,
	} {
		a := b.customer(t).Do(t, "POST", "/v1/things", body)
		for _, word := range []string{secret, "httpapi", "json:", "struct", "int64", "unmarshal", "Unmarshal", "goroutine"} {
			if a.Status < 400 || strings.Contains(string(a.Body), word) {
				t.Errorf("%s: %s", body, a.Body)
			}
		}
	}
}
