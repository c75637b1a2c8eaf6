package payments

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
)

// A statement in XML is a camt.053 of ISO 20022, of version 02 to 13. Its parts have the same names
// in all of them; what stands at another depth is read at both.

// camtNamespace matches the namespaces of the versions. Some banks write their own beginning and
// end around them.
var camtNamespace = regexp.MustCompile(`camt\.053\.001\.(?:0[2-9]|1[0-3])(?:$|[^0-9])`)

type camtAccount struct {
	IBAN string `xml:"Id>IBAN"`
}

type camtDays struct {
	From string `xml:"FrDtTm"`
	To   string `xml:"ToDtTm"`
}

// camtReader reads a document, an entry at a time.
type camtReader struct {
	*xml.Decoder
	bounded *boundedXML
	file    statementFile
}

func parseCamt(file io.Reader) (*statementFile, error) {
	bounded := newBoundedXML(file)
	r := &camtReader{Decoder: xml.NewTokenDecoder(bounded), bounded: bounded}
	err := r.readDocument()
	var syntax *xml.SyntaxError
	var refused refusedFile
	switch {
	case errors.As(err, &refused):
		return nil, refused.at(bounded.line())
	case errors.As(err, &syntax), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return nil, malformed("is not whole XML").at(bounded.line())
	case err != nil && bounded.failed == nil: // not of reading the file
		return nil, malformed("is not whole XML").at(bounded.line())
	}
	return &r.file, err
}

// readDocument reads up to the end of the file.
func (r *camtReader) readDocument() error {
	found := false
	for {
		token, err := r.Token()
		if errors.Is(err, io.EOF) && found {
			return nil
		}
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if found || token.Name.Local != "Document" || !camtNamespace.MatchString(token.Name.Space) {
				return malformed("is no statement of camt.053, version 02 to 13")
			}
			found = true
			if err := r.children(r.readMessage); err != nil {
				return err
			}
		case xml.CharData:
			if strings.TrimSpace(string(token)) != "" {
				return malformed("is not whole XML")
			}
		}
	}
}

// children calls do for each element in the one that has begun. do reads it to its end.
func (r *camtReader) children(do func(xml.StartElement) error) error {
	for {
		token, err := r.Token()
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if err := do(token); err != nil {
				return err
			}
		case xml.EndElement:
			return nil
		}
	}
}

func (r *camtReader) readMessage(message xml.StartElement) error {
	if message.Name.Local != "BkToCstmrStmt" {
		return malformed("is no statement of camt.053, version 02 to 13")
	}
	return r.children(func(part xml.StartElement) error {
		if part.Name.Local != "Stmt" {
			return r.Skip()
		}
		return r.readStatement()
	})
}

func (r *camtReader) readStatement() error {
	named := false
	err := r.children(func(part xml.StartElement) error {
		switch part.Name.Local {
		case "Acct":
			var account camtAccount
			if err := r.DecodeElement(&account, &part); err != nil {
				return err
			}
			named = true
			return r.file.ofAccount(account.IBAN)
		case "FrToDt":
			var days camtDays
			if err := r.DecodeElement(&days, &part); err != nil {
				return err
			}
			return r.file.ofDays(days)
		case "Ntry":
			var e camtEntry
			if err := r.DecodeElement(&e, &part); err != nil {
				return err
			}
			return r.file.addEntry(e)
		}
		return r.Skip()
	})
	if err == nil && !named {
		return malformed("names no account")
	}
	return err
}

// ofDays widens the days of the file, if the statement says its own.
func (f *statementFile) ofDays(days camtDays) error {
	if days.From == "" || days.To == "" {
		return nil
	}
	from, err := dayOf(days.From)
	if err != nil {
		return err
	}
	to, err := dayOf(days.To)
	if err != nil {
		return err
	}
	if f.FromDay == nil || from < *f.FromDay {
		f.FromDay = &from
	}
	if f.ToDay == nil || to > *f.ToDay {
		f.ToDay = &to
	}
	return nil
}
