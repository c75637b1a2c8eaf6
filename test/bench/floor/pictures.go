package main

import "encoding/json"

// picture is read from a column of JSON, which may leave out what is null.
type picture struct {
	URL        string      `json:"url"`
	Alt        *string     `json:"alt"`
	MediaID    *string     `json:"mediaId"`
	Width      *int        `json:"width"`
	Height     *int        `json:"height"`
	Renditions []rendition `json:"renditions"`
}

type rendition struct {
	Width       int    `json:"width"`
	URL         string `json:"url"`
	ContentType string `json:"contentType"`
}

// Scan implements sql.Scanner.
func (p *picture) Scan(column any) error {
	err := json.Unmarshal([]byte(column.(string)), p)
	p.list()
	return err
}

// list makes renditions that are null an empty list.
func (p *picture) list() {
	if p.Renditions == nil {
		p.Renditions = []rendition{}
	}
}

// pictures is several of them in one column.
type pictures []picture

// Scan implements sql.Scanner.
func (p *pictures) Scan(column any) error {
	err := json.Unmarshal([]byte(column.(string)), p)
	for i := range *p {
		(*p)[i].list()
	}
	return err
}
