package events

import (
	"testing"
	"time"

	media "orderd/modules/media/events"
	"orderd/platform/eventbus/eventbustest"
)

// testdata holds the contract: one example of each event and version.
func TestContract(t *testing.T) {
	t.Parallel()
	const (
		product, variant = "0199d5a1-93c4-7a50-8b1c-6d2e3f405162", "0199d5a1-a2c4-7f50-9b1c-6d2e3f405163"
		brand, category  = "0199d59f-0c1d-7e2f-a3b4-c5d6e7f80910", "0199d59f-1c1d-7e2f-a3b4-c5d6e7f80911"
	)
	const picture = "0199d5a3-93c4-7a50-8b1c-6d2e3f405165"
	width, height, named := 1600, 1200, picture
	shown := media.Image{
		URL: "https://api.example.com/media/" + picture + "/cup.jpg", MediaID: &named, Width: &width, Height: &height,
		Renditions: []media.Rendition{
			{Width: 320, URL: "https://api.example.com/media/" + picture + "/cup-320.webp", ContentType: "image/webp"},
		},
	}
	text := "Small cups with thick walls."
	starts := time.Date(2026, 11, 27, 23, 0, 0, 0, time.UTC)
	image, parent := "https://cdn.example.com/cup.png", "0199d59e-0c1d-7e2f-a3b4-c5d6e7f80912"
	eventbustest.Golden(t, "testdata",
		ProductSaved{
			ProductID: product, Slug: "espresso-cup", Name: "Espresso cup", Status: "active", TaxClass: "standard", ImageURL: &image, Created: true,
			Images: []media.Image{media.ImageAt(image, nil), shown},
			Variants: []Variant{{
				VariantID: variant, SKU: "CUP-90-WHITE", Options: map[string]string{"Color": "White"}, Price: 1290, Sold: true, MediaID: &named,
				WholesalePrices: []Tier{{MinQuantity: 24, Price: 890}}, WeightGrams: new(int64(310)),
				GTIN:          new("4006381333931"),
				CompareAtKind: CompareAtWas, Content: &Content{Amount: 250, Unit: UnitKilogram},
			}},
			WithdrawalExcluded: new(ExcludedPerishable), Tags: []string{"porcelain"}, MPN: new("EC-90"), Condition: ConditionNew,
		},
		VariantsWeighed{ProductID: product, Weights: []VariantWeight{{VariantID: variant, Grams: 310}}},
		ProductPictured{
			ProductID: product, Images: []media.Image{media.ImageAt(image, nil), shown}, Variants: []VariantPicture{{variant, &named}},
		},
		BrandSaved{BrandID: brand, Name: "Moka & Söhne", Slug: "moka-sohne", Created: true},
		BrandDeleted{BrandID: brand},
		CategorySaved{CategoryID: category, ParentID: &parent, Name: "Espresso cups", Slug: "espresso-cups",
			Description: &text, Position: 10, Created: true},
		CategoryDeleted{CategoryID: category},
		CollectionSaved{CollectionID: category, Name: "Gifts", Slug: "gifts", Description: &text, Position: 10,
			Published: true, ByRule: true, Created: true},
		CollectionDeleted{CollectionID: category},
		AttributeSaved{AttributeID: category, Code: "weight", Kind: AttributeNumber, Unit: new("g"), Name: "Weight", Facet: true,
			Searchable: true, Shown: true, Position: 10, Created: true},
		AttributeDeleted{AttributeID: category, Code: "weight"},
		SynonymsSaved{Version: 7, Groups: 12, Rules: 3},
		PricePlanSaved{PlanID: category, Name: "Black Friday", StartsAt: starts, EndsAt: new(starts.AddDate(0, 0, 1)),
			Status: PricePlanScheduled, Prices: 120, Created: true},
		RelatedSaved{ProductID: product, Accessories: []string{variant}, Similar: []string{brand}, Replaces: []string{}},
		MediaNamed{OwnerID: product, Kind: OwnerProduct, Name: "Espresso cup", MediaIDs: []string{"0199d5a3-93c4-7a50-8b1c-6d2e3f405165"}},
		MediaReleased{MediaID: "0199d5a3-93c4-7a50-8b1c-6d2e3f405165"},
		MediaKept{MediaID: "0199d5a3-93c4-7a50-8b1c-6d2e3f405165"},
		PicturesRequested{
			ImportID: "0199d5a2-93c4-7a50-8b1c-6d2e3f405164", ProductID: "0199d5a1-93c4-7a50-8b1c-6d2e3f405162",
			URLs: []string{"https://cdn.example.com/cup.jpg"},
		},
		StockCounted{ProductID: "0199d5a1-93c4-7a50-8b1c-6d2e3f405162",
			Counts: []StockCount{{VariantID: "0199d5a1-93c4-7a50-8b1c-6d2e3f405163", SKU: "MOKA-6", OnHand: 40}}},
		ProductsImported{ImportID: "0199d5a2-93c4-7a50-8b1c-6d2e3f405164", Rows: 3, Saved: 2, Failed: 1},
	)
}
