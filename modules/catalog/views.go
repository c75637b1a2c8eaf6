package catalog

import "orderd/platform/httpapi"

// brandView is a brand as everybody sees it.
type brandView struct {
	ID        string       `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Name      string       `json:"name" example:"Moka & Söhne"`
	Slug      string       `json:"slug" example:"moka-sohne"`
	LogoURL   *string      `json:"logoUrl" example:"https://cdn.example.com/moka.png"`
	CreatedAt httpapi.Time `json:"createdAt"`
	UpdatedAt httpapi.Time `json:"updatedAt"`
}

// Location is where the brand is read.
func (v brandView) Location() string { return "/v1/brands/" + v.ID }

func viewOfBrand(b brand) brandView {
	return brandView{b.ID, b.Name, b.Slug, b.LogoURL, httpapi.TimeOf(b.CreatedAt), httpapi.TimeOf(b.UpdatedAt)}
}

// categoryView is a category as everybody sees it.
type categoryView struct {
	ID        string       `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	ParentID  *string      `json:"parentId" format:"uuid" doc:"null: a root." example:"0199d59f-0c1d-7e2f-a3b4-c5d6e7f80910"`
	Name      string       `json:"name" example:"Espresso cups"`
	Slug      string       `json:"slug" example:"espresso-cups"`
	CreatedAt httpapi.Time `json:"createdAt"`
	UpdatedAt httpapi.Time `json:"updatedAt"`
}

// Location is where the category is read.
func (v categoryView) Location() string { return "/v1/categories/" + v.ID }

func viewOfCategory(c category) categoryView {
	return categoryView{c.ID, c.ParentID, c.Name, c.Slug, httpapi.TimeOf(c.CreatedAt), httpapi.TimeOf(c.UpdatedAt)}
}

// listOf converts each; the list is never nil.
func listOf[A, B any](list []A, convert func(A) B) []B {
	converted := make([]B, len(list))
	for i, a := range list {
		converted[i] = convert(a)
	}
	return converted
}

func same[T any](v T) T { return v }
