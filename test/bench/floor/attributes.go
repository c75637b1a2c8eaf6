package main

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// attribute is what products have values of. The service has all of them in memory, and so has the
// floor.
type attribute struct {
	Code    string
	Kind    string
	Unit    *string
	Names   []localName
	Choices []struct {
		Value string
		Names []localName
	}
}

type localName struct{ Locale, Name string }

// storedValues are the values of an attribute as a product has them.
type storedValues struct {
	Code   string
	Values []string
}

type attributeValues struct {
	Code   string           `json:"code"`
	Name   string           `json:"name"`
	Kind   string           `json:"kind"`
	Unit   *string          `json:"unit"`
	Values []attributeValue `json:"values"`
}

type attributeValue struct {
	Value string `json:"value"`
	Label string `json:"label"`
}

func loadAttributes(ctx context.Context, pool *pgxpool.Pool) ([]attribute, error) {
	rows, err := pool.Query(ctx, `SELECT code, kind, unit, names::json AS names, choices::json AS choices
		FROM catalog_attributes WHERE shown ORDER BY position, code`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[attribute])
}

// valuesOf are the values that a product has, in the order of the attributes.
func valuesOf(attributes []attribute, stored []storedValues) []attributeValues {
	found := []attributeValues{}
	for _, a := range attributes {
		i := slices.IndexFunc(stored, func(v storedValues) bool { return v.Code == a.Code })
		if i < 0 {
			continue
		}
		v := attributeValues{Code: a.Code, Name: inEnglish(a.Names), Kind: a.Kind, Unit: a.Unit}
		for _, value := range stored[i].Values {
			label := value
			for _, c := range a.Choices {
				if c.Value == value {
					label = inEnglish(c.Names)
				}
			}
			v.Values = append(v.Values, attributeValue{value, label})
		}
		found = append(found, v)
	}
	return found
}

func inEnglish(names []localName) string {
	for _, n := range names {
		if n.Locale == "en" {
			return n.Name
		}
	}
	return ""
}
