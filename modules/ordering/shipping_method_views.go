package ordering

import (
	"orderd/modules/ordering/events"
	"orderd/platform/convert"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

// shippingMethodView is a shipping method as admins see it.
type shippingMethodView struct {
	ID        string                    `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405164"`
	Name      string                    `json:"name" example:"Standard"`
	Kind      events.ShippingMethodKind `json:"kind" doc:"pickup: the buyer collects the goods at the seller's address." example:"delivery"`
	Texts     []methodText              `json:"texts" nullable:"false" doc:"What buyers read of it, by language."`
	Countries []httpapi.Country         `json:"countries" nullable:"false" doc:"Empty: everywhere." example:"[\"DE\",\"AT\"]"`
	Price     money.Cents               `json:"price" doc:"VAT included; where there are rates, these count." example:"4.9"`
	FreeFrom  *money.Cents              `json:"freeFrom" doc:"Of the goods after discounts; null: never." example:"50"`
	Rates     []shippingRate            `json:"rates" nullable:"false" doc:"Of the rows that fit counts the one with the longest prefix, then one that names the country, then the highest fromGoods, then the highest fromGrams. Where none fits the method is not offered."`
	MinDays   int                       `json:"minDays" example:"2"`
	MaxDays   int                       `json:"maxDays" example:"4"`
	Active    bool                      `json:"active" example:"true"`
	Version   int64                     `json:"version" doc:"Rises with every change; between quotes it is good for If-Match." example:"7"`
}

// ResourceVersion is the version of the shipping method.
func (v shippingMethodView) ResourceVersion() int64 { return v.Version }

// Location is the path of the shipping method.
func (v shippingMethodView) Location() string { return "/v1/admin/shipping-methods/" + v.ID }

func viewShippingMethod(m shippingMethod) shippingMethodView {
	return shippingMethodView{
		ID: m.ID, Name: m.Name, Kind: m.Kind, Texts: append([]methodText{}, m.Texts...),
		Countries: convert.All(m.Countries, func(c string) httpapi.Country { return httpapi.Country(c) }),
		Price:     m.Price, FreeFrom: m.FreeFrom, Rates: append([]shippingRate{}, m.Rates...), MinDays: m.MinDays,
		MaxDays: m.MaxDays, Active: m.Active, Version: m.Version,
	}
}

// shippingOption is a shipping method that may be chosen.
type shippingOption struct {
	ID       string                    `json:"id" format:"uuid" doc:"shippingMethodId of a checkout." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405164"`
	Name     string                    `json:"name" example:"Standard"`
	Kind     events.ShippingMethodKind `json:"kind" doc:"pickup: at the seller's address; the checkout names no destination." example:"delivery"`
	Text     *string                   `json:"text" doc:"In the caller's language." example:"Parcel, with tracking."`
	Price    money.Cents               `json:"price" doc:"For this cart, to this country and postal code." example:"4.9"`
	FreeFrom *money.Cents              `json:"freeFrom" doc:"Goods from which it costs nothing; null: never." example:"50"`
	Estimate estimateView              `json:"estimate"`
	Rates    []shippingRate            `json:"rates" nullable:"false" doc:"Those of the country; empty with a cart, whose price is known."`
}

type estimateView struct {
	MinDays int `json:"minDays" example:"2"`
	MaxDays int `json:"maxDays" example:"4"`
}

// SchemaName is the name in the document.
func (estimateView) SchemaName() string { return "ShippingEstimate" }

// viewShippingOption shows a method that is offered at the price.
func viewShippingOption(m *shippingMethod, price money.Cents, text *string) shippingOption {
	return shippingOption{
		ID: m.ID, Name: m.Name, Kind: m.Kind, Text: text, Price: price, FreeFrom: m.FreeFrom,
		Estimate: estimateView{MinDays: m.MinDays, MaxDays: m.MaxDays}, Rates: []shippingRate{},
	}
}
