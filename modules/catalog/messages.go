package catalog

import (
	"slices"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
)

type createBrandInput struct {
	Body struct {
		Name    httpapi.Text  `json:"name" minLength:"1" maxLength:"120" example:"Moka & Söhne"`
		Slug    string        `json:"slug,omitempty" maxLength:"140" pattern:"^[a-z0-9]+(-[a-z0-9]+)*$" patternDescription:"lower-case letters and digits with single hyphens between" doc:"Default: made from the name." example:"moka-sohne"`
		LogoURL *httpapi.Text `json:"logoUrl,omitempty" maxLength:"2048" format:"uri" pattern:"^https://" patternDescription:"an https URL" doc:"The service never fetches it." example:"https://cdn.example.com/moka.png"`
	}
}

// Check refuses a slug that would be taken for an id.
func (in *createBrandInput) Check() []fault.Field { return checkSlug(in.Body.Slug) }

type brandInput struct {
	ID string `path:"id" doc:"Id or slug." example:"moka-sohne"`
}

type brandIDInput struct {
	ID string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
}

type editBrandInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Body struct {
		Name    httpapi.Optional[httpapi.Text] `json:"name" minLength:"1" maxLength:"120" nullable:"false" example:"Moka & Söhne"`
		Slug    httpapi.Optional[string]       `json:"slug" maxLength:"140" pattern:"^[a-z0-9]+(-[a-z0-9]+)*$" patternDescription:"lower-case letters and digits with single hyphens between" nullable:"false" example:"moka-sohne"`
		LogoURL httpapi.Optional[httpapi.Text] `json:"logoUrl" maxLength:"2048" format:"uri" pattern:"^https://" patternDescription:"an https URL" doc:"The service never fetches it." example:"https://cdn.example.com/moka.png"`
	}
}

// Check refuses a slug that would be taken for an id.
func (in *editBrandInput) Check() []fault.Field { return checkSlug(in.Body.Slug.Value) }

func (in *editBrandInput) apply(b *brand) {
	if in.Body.Name.Set {
		b.rename(string(in.Body.Name.Value))
	}
	if in.Body.Slug.Set {
		b.Slug = in.Body.Slug.Value
	}
	if in.Body.LogoURL.Set {
		b.LogoURL = (*string)(in.Body.LogoURL.Ptr())
	}
}

type createCategoryInput struct {
	Body struct {
		Name     httpapi.Text `json:"name" minLength:"1" maxLength:"120" example:"Espresso cups"`
		Slug     string       `json:"slug,omitempty" maxLength:"140" pattern:"^[a-z0-9]+(-[a-z0-9]+)*$" patternDescription:"lower-case letters and digits with single hyphens between" doc:"Default: made from the name." example:"espresso-cups"`
		ParentID *string      `json:"parentId,omitempty" schema:"Id" doc:"null: a root." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	}
}

// Check refuses a slug that would be taken for an id.
func (in *createCategoryInput) Check() []fault.Field { return checkSlug(in.Body.Slug) }

type categoryInput struct {
	ID string `path:"id" doc:"Id or slug." example:"espresso-cups"`
}

type categoryIDInput struct {
	ID string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
}

type editCategoryInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Body struct {
		Name     httpapi.Optional[httpapi.Text] `json:"name" minLength:"1" maxLength:"120" nullable:"false" example:"Espresso cups"`
		Slug     httpapi.Optional[string]       `json:"slug" maxLength:"140" pattern:"^[a-z0-9]+(-[a-z0-9]+)*$" patternDescription:"lower-case letters and digits with single hyphens between" nullable:"false" example:"espresso-cups"`
		ParentID httpapi.Optional[string]       `json:"parentId" schema:"Id" doc:"null: a root." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	}
}

// Check refuses a slug that would be taken for an id.
func (in *editCategoryInput) Check() []fault.Field { return checkSlug(in.Body.Slug.Value) }

func (in *editCategoryInput) apply(c *category) {
	if in.Body.Name.Set {
		c.rename(string(in.Body.Name.Value))
	}
	if in.Body.Slug.Set {
		c.Slug = in.Body.Slug.Value
	}
	if in.Body.ParentID.Set {
		c.ParentID = in.Body.ParentID.Ptr()
	}
}

// checkSlug refuses what a path would not tell from an id, and the reserved names.
func checkSlug(slug string, reserved ...string) []fault.Field {
	if id.Valid(slug) {
		return []fault.Field{{Pointer: "/slug", Code: fault.NotAllowed, Detail: "must not look like an id"}}
	}
	if slices.Contains(reserved, slug) {
		return []fault.Field{{Pointer: "/slug", Code: fault.NotAllowed, Detail: "is reserved"}}
	}
	return nil
}
