package catalog

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/locale"
)

func (a *api) attributeRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listAttributes", Scope: "products:read", Method: http.MethodGet, Path: "/v1/admin/attributes",
		Tag: tagAdmin, Summary: "List the attributes of products by position, then by code",
		Detail: "At most 200.",
	}, a.listAttributes)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "createAttribute", Scope: "products:write", Method: http.MethodPost, Path: "/v1/admin/attributes",
		Tag: tagAdmin, Status: http.StatusCreated, Summary: "Add an attribute of products",
		Detail: "Products have values of it; lists filter by `attr.`.",
		Errors: []fault.Code{fault.InUse, codeLimitReached},
	}, a.createAttribute)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getAttribute", Scope: "products:read", Method: http.MethodGet, Path: "/v1/admin/attributes/{id}",
		Tag: tagAdmin, Summary: "Read an attribute of products",
		Detail: "In all languages.",
	}, a.getAttribute)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "updateAttribute", Scope: "products:write", Method: http.MethodPatch, Path: "/v1/admin/attributes/{id}",
		Tag: tagAdmin, Summary: "Change an attribute of products",
		Detail: "While products have values, `kind` and their choices stay.",
		Errors: []fault.Code{fault.InUse}, ProblemMembers: attributeInUseExample,
	}, a.editAttribute)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "deleteAttribute", Scope: "products:write", Method: http.MethodDelete, Path: "/v1/admin/attributes/{id}",
		Tag: tagAdmin, Summary: "Delete an attribute of which no product has a value",
		Detail: "Archived ones count.",
		Errors: []fault.Code{fault.InUse}, ProblemMembers: attributeInUseExample,
	}, a.deleteAttribute)
}

type localNameInput struct {
	Locale locale.Code  `json:"locale" example:"en"`
	Name   httpapi.Text `json:"name" minLength:"1" maxLength:"120" example:"Roast"`
}

// SchemaName is the name in the document.
func (localNameInput) SchemaName() string { return "LocalNameInput" }

func (in localNameInput) name() localName { return localName{in.Locale, string(in.Name)} }

type attributeChoiceInput struct {
	Value codeField        `json:"value" example:"dark"`
	Names []localNameInput `json:"names" minItems:"1" maxItems:"10"`
}

// SchemaName is the name in the document.
func (attributeChoiceInput) SchemaName() string { return "AttributeChoiceInput" }

func (in attributeChoiceInput) choice() attributeChoice {
	return attributeChoice{string(in.Value), convert.All(in.Names, localNameInput.name)}
}

type createAttributeInput struct {
	Body struct {
		Code       codeField              `json:"code" doc:"Unique; it never changes." example:"roast"`
		Kind       attributeKind          `json:"kind" example:"choice"`
		Unit       *httpapi.Text          `json:"unit,omitempty" minLength:"1" maxLength:"16" example:"g"`
		Names      []localNameInput       `json:"names" minItems:"1" maxItems:"10"`
		Choices    []attributeChoiceInput `json:"choices,omitempty" maxItems:"200" doc:"The values of a choice, in the order of display."`
		Facet      bool                   `json:"facet,omitempty" example:"true"`
		Searchable bool                   `json:"searchable,omitempty" example:"true"`
		Shown      *bool                  `json:"shown,omitempty" doc:"Everybody sees its values. Default: true." example:"true"`
		Position   httpapi.Int            `json:"position,omitempty" minimum:"0" maximum:"1000000" example:"10"`
	}
}

// Check rejects what does not fit together.
func (in *createAttributeInput) Check() []fault.Field {
	spec := in.spec()
	return spec.check()
}

func (in *createAttributeInput) spec() attributeSpec {
	b := in.Body
	return attributeSpec{
		Kind: b.Kind, Unit: (*string)(b.Unit), Names: convert.All(b.Names, localNameInput.name),
		Choices: convert.All(b.Choices, attributeChoiceInput.choice), Facet: b.Facet, Searchable: b.Searchable,
		Shown: b.Shown == nil || *b.Shown, Position: int64(b.Position),
	}
}

type attributeIDInput struct{ httpapi.PathID }

type deleteAttributeInput struct {
	httpapi.PathID
	httpapi.IfMatch
}

type editAttributeInput struct {
	httpapi.PathID
	httpapi.IfMatch
	Body struct {
		Kind       httpapi.Optional[attributeKind]          `json:"kind" nullable:"false" example:"choice"`
		Unit       httpapi.Optional[httpapi.Text]           `json:"unit" minLength:"1" maxLength:"16" example:"g"`
		Names      httpapi.Optional[[]localNameInput]       `json:"names" nullable:"false" minItems:"1" maxItems:"10"`
		Choices    httpapi.Optional[[]attributeChoiceInput] `json:"choices" maxItems:"200"`
		Facet      httpapi.Optional[bool]                   `json:"facet" nullable:"false" example:"true"`
		Searchable httpapi.Optional[bool]                   `json:"searchable" nullable:"false" example:"true"`
		Shown      httpapi.Optional[bool]                   `json:"shown" nullable:"false" example:"true"`
		Position   httpapi.Optional[httpapi.Int]            `json:"position" nullable:"false" minimum:"0" maximum:"1000000" example:"10"`
	}
}

// CheckLate rejects what is there twice.
func (in *editAttributeInput) CheckLate() []fault.Field {
	errs := specErrors{}
	checkNames(&errs, convert.All(in.Body.Names.Value, localNameInput.name), "/names")
	checkChoices(&errs, convert.All(in.Body.Choices.Value, attributeChoiceInput.choice))
	return errs
}

// apply changes the spec where the request has a field.
func (in *editAttributeInput) apply(spec *attributeSpec) {
	b := in.Body
	if b.Kind.Set && b.Kind.Value != spec.Kind {
		spec.setKind(b.Kind.Value)
	}
	if b.Unit.Set {
		spec.Unit = (*string)(b.Unit.Ptr())
	}
	if b.Names.Set {
		spec.Names = convert.All(b.Names.Value, localNameInput.name)
	}
	if b.Choices.Set {
		spec.Choices = convert.All(b.Choices.Value, attributeChoiceInput.choice)
	}
	if b.Facet.Set {
		spec.Facet = b.Facet.Value
	}
	if b.Searchable.Set {
		spec.Searchable = b.Searchable.Value
	}
	if b.Shown.Set {
		spec.Shown = b.Shown.Value
	}
	if b.Position.Set {
		spec.Position = int64(b.Position.Value)
	}
}

// attributeView is an attribute as admins see it.
type attributeView struct {
	ID         string            `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Code       string            `json:"code" example:"roast"`
	Kind       attributeKind     `json:"kind" example:"choice"`
	Unit       *string           `json:"unit" example:"g"`
	Names      []localName       `json:"names"`
	Choices    []attributeChoice `json:"choices"`
	Facet      bool              `json:"facet" example:"true"`
	Searchable bool              `json:"searchable" example:"true"`
	Shown      bool              `json:"shown" example:"true"`
	Position   int64             `json:"position" example:"10"`
	Version    int64             `json:"version" doc:"For If-Match." example:"7"`
	CreatedAt  httpapi.Time      `json:"createdAt"`
	UpdatedAt  httpapi.Time      `json:"updatedAt"`
}

// SchemaName is the name in the document.
func (attributeView) SchemaName() string { return "Attribute" }

// Location is the path of the attribute.
func (v attributeView) Location() string { return "/v1/admin/attributes/" + v.ID }

// ResourceVersion is the version of the attribute.
func (v attributeView) ResourceVersion() int64 { return v.Version }

func viewAttribute(a attribute) attributeView {
	return attributeView{
		ID: a.ID, Code: a.Code, Kind: a.Kind, Unit: a.Unit, Names: a.Names, Choices: a.Choices, Facet: a.Facet,
		Searchable: a.Searchable, Shown: a.Shown, Position: a.Position, Version: a.Version,
		CreatedAt: httpapi.TimeOf(a.CreatedAt), UpdatedAt: httpapi.TimeOf(a.UpdatedAt),
	}
}

func (a *api) listAttributes(
	ctx context.Context, in *taxonomyInput,
) (*httpapi.Reply[httpapi.List[attributeView]], error) {
	all, err := loadAttributes(a.db.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	return httpapi.OK(pageOf(convert.All(all, viewAttribute), in, func(v attributeView) string { return v.ID }))
}

func (a *api) getAttribute(ctx context.Context, in *attributeIDInput) (*httpapi.Reply[attributeView], error) {
	found, err := database.ByID[attribute](a.db.WithContext(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewAttribute(found))
}

// commitAttribute runs a use case and answers with the attribute that it returns. own is the shop's
// language.
func (a *api) commitAttribute(
	ctx context.Context, status int, save func(tx *gorm.DB, own string) (attribute, error),
) (*httpapi.Reply[attributeView], error) {
	return httpapi.Commit(ctx, a.db, status, func(tx *gorm.DB) (attributeView, error) {
		saved, err := save(tx, a.reader.settings.Current().profile.Locale)
		return viewAttribute(saved), err
	})
}

func (a *api) createAttribute(
	ctx context.Context, in *createAttributeInput,
) (*httpapi.Reply[attributeView], error) {
	return a.commitAttribute(ctx, http.StatusCreated, func(tx *gorm.DB, own string) (attribute, error) {
		return createAttribute(ctx, tx, string(in.Body.Code), in.spec(), own, a.clock.Now())
	})
}

func (a *api) editAttribute(ctx context.Context, in *editAttributeInput) (*httpapi.Reply[attributeView], error) {
	return a.commitAttribute(ctx, http.StatusOK, func(tx *gorm.DB, own string) (attribute, error) {
		return editAttribute(ctx, tx, in.ID, in.IfMatch, in.apply, own, a.clock.Now())
	})
}

func (a *api) deleteAttribute(ctx context.Context, in *deleteAttributeInput) (*httpapi.Reply[httpapi.None], error) {
	return httpapi.Commit(ctx, a.db, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, deleteAttribute(ctx, tx, in.ID, in.IfMatch)
	})
}
