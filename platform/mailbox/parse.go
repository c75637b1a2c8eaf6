package mailbox

import (
	"encoding/base64"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"strings"
)

// parse reads a letter. Of several parts of one type the first counts; parts that are neither text nor HTML are left out.
func parse(r io.Reader) (Letter, error) {
	message, err := mail.ReadMessage(r)
	if err != nil {
		return Letter{}, err
	}
	l := Letter{Header: message.Header, MessageID: strings.Trim(message.Header.Get("Message-ID"), "<>")}
	if l.Subject, err = new(mime.WordDecoder).DecodeHeader(message.Header.Get("Subject")); err != nil {
		return Letter{}, fmt.Errorf("subject: %w", err)
	}
	return l, l.read(textproto.MIMEHeader(message.Header), message.Body)
}

// read adds a part and the parts in it.
func (l *Letter) read(header textproto.MIMEHeader, body io.Reader) error {
	kind, params, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil {
		kind = "text/plain" // RFC 2045, section 5.2
	}
	if strings.HasPrefix(kind, "multipart/") {
		for parts := multipart.NewReader(body, params["boundary"]); ; {
			part, err := parts.NextRawPart()
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
			if err := l.read(part.Header, part); err != nil {
				return err
			}
		}
	}
	switch strings.ToLower(header.Get("Content-Transfer-Encoding")) {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	content, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	text := strings.ReplaceAll(string(content), "\r\n", "\n")
	switch {
	case kind == "text/plain" && l.Text == "":
		l.Text = text
	case kind == "text/html" && l.HTML == "":
		l.HTML = text
	}
	return nil
}
