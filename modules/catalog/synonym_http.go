package catalog

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) synonymRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getSynonyms", Scope: "products:read", Method: http.MethodGet, Path: "/v1/admin/search/synonyms",
		Tag: tagAdmin, Summary: "Read the synonyms of the search",
		Detail: "Both lists are empty until they are written.",
	}, a.getSynonyms)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "replaceSynonyms", Scope: "products:write", Method: http.MethodPut, Path: "/v1/admin/search/synonyms",
		Tag: tagAdmin, Summary: "Replace the synonyms of the search",
		Detail: "Both lists whole. Each entry is one word, in any case, with or without accents; a word is in one group " +
			"and has one rule. Lists, facets and suggestions follow at once.",
	}, a.replaceSynonyms)
}

type synonymGroupInput struct {
	Words []httpapi.Text `json:"words" minItems:"2" maxItems:"20" minLength:"1" maxLength:"40" example:"[\"sofa\",\"couch\"]"`
}

// SchemaName is the name in the document.
func (synonymGroupInput) SchemaName() string { return "SynonymGroupInput" }

type synonymRuleInput struct {
	Word  httpapi.Text   `json:"word" minLength:"1" maxLength:"40" example:"sneaker"`
	Finds []httpapi.Text `json:"finds" minItems:"1" maxItems:"20" minLength:"1" maxLength:"40" example:"[\"shoe\"]"`
}

// SchemaName is the name in the document.
func (synonymRuleInput) SchemaName() string { return "SynonymRuleInput" }

type synonymsInput struct {
	httpapi.IfMatch
	Body struct {
		Groups []synonymGroupInput `json:"groups" maxItems:"1000" doc:"Words of which each finds the others."`
		Rules  []synonymRuleInput  `json:"rules" maxItems:"1000" doc:"Words that find others, which do not find them."`
	}
}

// Check rejects what is not one word, and what is there twice. The schema reports lists that are
// too long, of which nothing else is said.
func (in *synonymsInput) Check() []fault.Field {
	if len(in.Body.Groups) > maxSynonymGroups || len(in.Body.Rules) > maxSynonymGroups {
		return nil
	}
	return checkSynonyms(in.groups(), in.rules())
}

func (in *synonymsInput) groups() []synonymGroup {
	return convert.All(in.Body.Groups, func(g synonymGroupInput) synonymGroup {
		return synonymGroup{plainTexts(g.Words[:min(len(g.Words), maxSynonymWords)])}
	})
}

func (in *synonymsInput) rules() []synonymRule {
	return convert.All(in.Body.Rules, func(r synonymRuleInput) synonymRule {
		return synonymRule{string(r.Word), plainTexts(r.Finds[:min(len(r.Finds), maxSynonymWords)])}
	})
}

// synonymsView are the synonyms as admins see them.
type synonymsView struct {
	Groups    []synonymGroup `json:"groups" nullable:"false"`
	Rules     []synonymRule  `json:"rules" nullable:"false"`
	Version   int64          `json:"version" doc:"For If-Match." example:"7"`
	UpdatedAt *httpapi.Time  `json:"updatedAt" doc:"null: never written."`
}

// SchemaName is the name in the document.
func (synonymsView) SchemaName() string { return "Synonyms" }

// ResourceVersion is the version of the synonyms.
func (v synonymsView) ResourceVersion() int64 { return v.Version }

func viewSynonyms(l synonymList) synonymsView {
	v := synonymsView{Groups: l.Groups, Rules: l.Rules, Version: l.Version}
	if l.UpdatedAt != nil {
		v.UpdatedAt = new(httpapi.TimeOf(*l.UpdatedAt))
	}
	return v
}

func (a *api) getSynonyms(ctx context.Context, _ *struct{}) (*httpapi.Reply[synonymsView], error) {
	l, err := database.Take[synonymList](a.db.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewSynonyms(l))
}

func (a *api) replaceSynonyms(ctx context.Context, in *synonymsInput) (*httpapi.Reply[synonymsView], error) {
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (synonymsView, error) {
		l, err := replaceSynonyms(ctx, tx, in.groups(), in.rules(), in.IfMatch, a.clock.Now())
		return viewSynonyms(l), err
	})
}
