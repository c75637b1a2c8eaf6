package httpapi

import (
	"math"

	"gorm.io/gorm"
)

// Page is embedded in the input of a list operation: ?page (from 1) and ?limit (1–100, default 20).
type Page struct {
	Page  int `query:"page" default:"1" minimum:"1" maximum:"2147483647"`
	Limit int `query:"limit" default:"20" minimum:"1" maximum:"100"`
}

// ByIDs is embedded in the input of a list operation of which clients also want certain rows, in
// one request: ?ids, up to 100. The list has those of them that exist; its
// pages are as without ?ids.
type ByIDs struct {
	IDs ListParam[string] `query:"ids" format:"uuid" doc:"Only these. A page holds 20 of them unless limit says more." example:"[\"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f\"]"`
}

// Among restricts q to the rows whose column is one of the ids. Without ids it does not.
func (in ByIDs) Among(q *gorm.DB, column string) *gorm.DB {
	if len(in.IDs) == 0 {
		return q
	}
	return q.Where(column+" IN ?", []string(in.IDs))
}

// Offset is the number of rows before the page.
func (p Page) Offset() int {
	if p.Page-1 > math.MaxInt64/p.Limit {
		return math.MaxInt64
	}
	return (p.Page - 1) * p.Limit
}

// Meta describes a page.
type Meta struct {
	Total      int64 `json:"total" example:"57"`
	Page       int   `json:"page" example:"1"`
	Limit      int   `json:"limit" example:"20"`
	TotalPages int   `json:"totalPages" doc:"0 without rows." example:"3"`
}

// List is a page of a list.
type List[T any] struct {
	Data []T  `json:"data"`
	Meta Meta `json:"meta"`
}

// NewList is the response of a list operation; a nil slice becomes an empty array.
func NewList[T any](rows []T, total int64, p Page) List[T] {
	if rows == nil {
		rows = []T{}
	}
	limit := int64(p.Limit)
	pages := int((total + limit - 1) / limit)
	return List[T]{Data: rows, Meta: Meta{Total: total, Page: p.Page, Limit: p.Limit, TotalPages: pages}}
}

// FindPage runs a list query: q counted, ordered, offset and limited. The rows are Ms. order names
// a unique column last, so that rows keep their places between pages; a page past the end is empty.
func FindPage[M any](q *gorm.DB, p Page, order string) (rows []M, total int64, err error) {
	q = q.Session(&gorm.Session{})
	if err := q.Model(new(M)).Count(&total).Error; err != nil {
		return nil, 0, err
	}
	rows = []M{}
	if int64(p.Offset()) >= total {
		return rows, total, nil
	}
	err = q.Order(order).Offset(p.Offset()).Limit(p.Limit).Find(&rows).Error
	return rows, total, err
}
