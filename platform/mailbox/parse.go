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

// parse reads a message (RFC 5322, MIME). It keeps the first plain and the first HTML part, and the
// files; other parts are left out.
func parse(r io.Reader) (Message, error) {
	raw, err := mail.ReadMessage(r)
	if err != nil {
		return Message{}, err
	}
	m := Message{Header: raw.Header, MessageID: strings.Trim(raw.Header.Get("Message-ID"), "<>")}
	if m.Subject, err = new(mime.WordDecoder).DecodeHeader(raw.Header.Get("Subject")); err != nil {
		return Message{}, fmt.Errorf("subject: %w", err)
	}
	err = m.read(textproto.MIMEHeader(raw.Header), raw.Body)
	return m, err
}

// read reads a part, and the parts in it.
func (m *Message) read(header textproto.MIMEHeader, body io.Reader) error {
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
			if err := m.read(part.Header, part); err != nil {
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
	disposition, file, _ := mime.ParseMediaType(header.Get("Content-Disposition"))
	switch {
	case disposition == "attachment":
		m.Attachments = append(m.Attachments, Attachment{Name: file["filename"], Type: kind, Content: content})
	case kind == "text/plain" && m.Text == "":
		m.Text = text
	case kind == "text/html" && m.HTML == "":
		m.HTML = text
	}
	return nil
}
