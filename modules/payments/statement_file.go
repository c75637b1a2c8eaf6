package payments

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"orderd/platform/fault"
	"orderd/platform/money"
)

// maxStatement is the largest file of a statement.
const maxStatement = 10 << 20

// maxTransfers is how many transfers a file has at most: an upload keeps them in one transaction,
// for which others wait on SQLite.
const maxTransfers = 20_000

// statementFile is what a bank has written: about which account, of which days, and the money that
// came.
type statementFile struct {
	IBAN      string // of the account, without blanks
	FromDay   *string
	ToDay     *string
	Transfers []transfer
	Skipped   int // entries that are no credits in EUR that the bank has booked
}

// transfer is money that came, as the bank has written it. Only Name, IBAN, Text and EndToEndID may
// be "".
type transfer struct {
	Reference  string
	BookedOn   string // the day
	Amount     money.Cents
	Name, IBAN string // of the payer
	Text       string
	EndToEndID string
}

// refusedFile is why a file is refused: a fault, with the line if it is known.
type refusedFile struct {
	fault.Phrase
	code fault.Code
	line int
}

func (r refusedFile) Error() string { return r.String() }

// malformed is a refusedFile that is not what it should be.
func malformed(detail fault.Text, values ...any) refusedFile {
	return refusedFile{Phrase: fault.Say(detail, values...), code: fault.BadFormat}
}

func (r refusedFile) at(line int) refusedFile {
	r.line = line
	return r
}

func (r refusedFile) field() fault.Field {
	f := fault.Field{Pointer: "/file", Code: r.code, Detail: r.Text, Args: r.Args}
	if r.line > 0 {
		f.Detail, f.Args = "line %d: %s", []any{r.line, r.Phrase}
	}
	return f
}

// readStatement reads a statement of the account with the IBAN, which is nil while the shop has
// none. It returns a validation fault at /file unless the whole file is one.
func readStatement(file io.Reader, iban *string) (*statementFile, error) {
	f, err := parseStatement(file)
	if err == nil {
		err = f.requireAccount(iban)
	}
	var refused refusedFile
	switch {
	case errors.As(err, &refused):
		return nil, fault.Invalid(refused.field())
	case err != nil:
		return nil, fmt.Errorf("payments: read a statement: %w", err)
	}
	f.finish()
	return f, nil
}

// parseStatement reads a file as XML when it begins like that, else as CSV.
func parseStatement(file io.Reader) (*statementFile, error) {
	text := bufio.NewReader(file)
	begin, err := text.Peek(64)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	begin = bytes.TrimLeft(bytes.TrimPrefix(begin, []byte("\xEF\xBB\xBF")), " \t\r\n")
	if bytes.HasPrefix(begin, []byte("<")) {
		return parseCamt(text)
	}
	return parseCSV(text)
}

// requireAccount returns a refusal unless the statement is of the shop's account.
func (f *statementFile) requireAccount(iban *string) error {
	refusal := refusedFile{code: fault.NotAllowed}
	switch {
	case f.IBAN == "":
		return malformed("names no account")
	case iban == nil:
		refusal.Phrase = fault.Say("can't be compared with the shop's account: the settings have no IBAN")
		return refusal
	case !strings.EqualFold(f.IBAN, withoutBlanks(*iban)):
		refusal.Phrase = fault.Say("is of another account than the shop's")
		return refusal
	}
	return nil
}

// add adds a transfer.
func (f *statementFile) add(t transfer) error {
	if len(f.Transfers) == maxTransfers {
		return refusedFile{Phrase: fault.Say("has more than %d entries: split it", maxTransfers), code: fault.TooLong}
	}
	f.Transfers = append(f.Transfers, t)
	return nil
}

// ofAccount notes the account of a part of the file. A file is of one.
func (f *statementFile) ofAccount(iban string) error {
	iban = strings.ToUpper(withoutBlanks(iban))
	switch {
	case iban == "":
		return malformed("names no account")
	case f.IBAN != "" && f.IBAN != iban:
		return malformed("is of several accounts")
	}
	f.IBAN = iban
	return nil
}

// The longest texts that are kept.
const (
	maxPayer     = 140
	maxIBAN      = 34
	maxText      = 1000
	maxReference = 100
)

// finish gives the transfers that have no reference of the bank's one of their own, shortens the
// texts, and takes the days from the transfers where the file does not say them.
func (f *statementFile) finish() {
	equal := map[string]int{}
	var first, last *string
	for i := range f.Transfers {
		t := &f.Transfers[i]
		if t.Reference == "" {
			t.Reference = t.digest(equal)
		} else if len(t.Reference) > maxReference {
			t.Reference = digestOf(t.Reference)
		}
		t.Name, t.IBAN, t.Text = clip(t.Name, maxPayer), clip(withoutBlanks(t.IBAN), maxIBAN), clip(t.Text, maxText)
		t.EndToEndID = clip(t.EndToEndID, maxText) // in which order numbers are looked for
		if first == nil || t.BookedOn < *first {
			first = &t.BookedOn
		}
		if last == nil || t.BookedOn > *last {
			last = &t.BookedOn
		}
	}
	if f.FromDay == nil || f.ToDay == nil {
		f.FromDay, f.ToDay = first, last
	}
}

// digest is a reference made of what the transfer says, and of its place among the equal ones of
// the file: the same file has the same again.
func (t *transfer) digest(equal map[string]int) string {
	parts := []string{t.BookedOn, t.Amount.String(), t.Name, t.Text}
	same := strings.Join(parts, "\n")
	equal[same]++
	return digestOf(append(parts, fmt.Sprint(equal[same]))...)
}

func digestOf(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\n")))
	return hex.EncodeToString(sum[:])
}

// oneLine is a text with single blanks in place of all space, and without control characters.
func oneLine(texts ...string) string {
	text := strings.Join(strings.Fields(strings.Join(texts, " ")), " ")
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}

func withoutBlanks(s string) string { return strings.Join(strings.Fields(s), "") }

// clip shortens a text to a number of characters.
func clip(s string, most int) string {
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most])
	}
	return s
}
