package catalog

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"orderd/platform/fault"
	"orderd/platform/metadata"
)

// The limits of a product: of lists, of texts in characters, and of numbers. The tags of requests
// state them too (TestLimitsOfProducts). A category is one that the product is placed in directly.
const (
	maxVariants     = 200
	maxCategories   = 20
	maxOptions      = 5
	maxOptionValues = 100
	maxImages       = 20
	maxTiers        = 20

	maxName         = 200
	maxDescription  = 20_000
	maxURL          = 2048
	maxAlt          = 200
	maxSKU          = 64
	maxOptionLength = 60 // of the name and the values
	maxNotes        = 10
	maxNote         = 2000
	maxPartyName    = 200
	maxPartyAddress = 500
	maxPartyContact = 200

	maxSEOTitle       = 200
	maxSEODescription = 500
	maxTags           = 100
	maxTag            = 60
	maxMPN            = 70

	maxPrice       = 100_000_000 // cents
	maxMinQuantity = 1_000_000
	maxWeightGrams = 1_000_000
	maxContent     = 1_000_000_000 // thousandths
)

// specErrors collects what is wrong with a productSpec.
type specErrors []fault.Field

func (errs *specErrors) add(detail fault.Text, pointer string, args ...any) {
	*errs = append(*errs, fault.Field{Pointer: fmt.Sprintf(pointer, args...), Code: fault.NotAllowed, Detail: detail})
}

// once are the errors without those of a field that has one before.
func (errs specErrors) once() (kept []fault.Field) {
	for _, f := range errs {
		if !slices.ContainsFunc(kept, func(k fault.Field) bool { return k.Pointer == f.Pointer }) {
			kept = append(kept, f)
		}
	}
	return kept
}

// exceedsLimits reports whether a list is longer than allowed. Check it before validate, which
// compares all entries of a list with one another.
func (spec *productSpec) exceedsLimits() bool {
	return len(spec.Variants) > maxVariants || len(spec.CategoryIDs) > maxCategories || len(spec.Options) > maxOptions ||
		slices.ContainsFunc(spec.Options, func(o option) bool { return len(o.Values) > maxOptionValues })
}

// lacksValues reports whether an option has no values: the variants that choose one contradict it
// then, whatever they choose.
func (spec *productSpec) lacksValues() bool {
	return slices.ContainsFunc(spec.Options, func(o option) bool { return len(o.Values) == 0 })
}

// validate returns every contradiction inside a normalized spec. Faults of a single field are found
// earlier: by the schema of a request, or by the cell of a file.
func (spec *productSpec) validate() []fault.Field {
	var errs specErrors
	if len(spec.Variants) > maxVariants {
		errs.add("must have at most 200 entries", "/variants")
	}
	if len(spec.Attributes) > maxProductAttributes {
		errs.add("must have at most 50 entries", "/attributes")
	}
	if len(spec.Metadata) > metadata.MaxKeys {
		errs.add("must have at most 50 keys", "/metadata")
	}
	values := spec.validateOptions(&errs)
	for i, category := range spec.CategoryIDs {
		if slices.Contains(spec.CategoryIDs[:i], category) {
			errs.add("is there twice", "/categoryIds/%d", i)
		}
	}
	for i, v := range spec.Variants {
		v.validate(&errs, i, values)
		for _, other := range spec.Variants[:i] {
			switch {
			case v.ID != "" && v.ID == other.ID:
				errs.add("is there twice", "/variants/%d/id", i)
			case len(v.Options) > 0 && maps.Equal(v.Options, other.Options):
				errs.add("is what another variant chooses", "/variants/%d/options", i)
			}
		}
	}
	return errs
}

// validateOptions returns the values of each option by its name.
func (spec *productSpec) validateOptions(errs *specErrors) map[string][]string {
	if len(spec.Options) > maxOptions {
		errs.add("must have at most 5 entries", "/options")
	}
	values := map[string][]string{}
	for i, o := range spec.Options {
		if _, twice := values[o.Name]; twice {
			errs.add("is there twice", "/options/%d/name", i)
		}
		values[o.Name] = o.Values
		if len(o.Values) > maxOptionValues {
			errs.add("must have at most 100 entries", "/options/%d/values", i)
		}
		for j, value := range o.Values {
			if slices.Contains(o.Values[:j], value) {
				errs.add("is there twice", "/options/%d/values/%d", i, j)
			}
		}
	}
	return values
}

// validate checks the variant with the given index against the values of the product's options.
func (v variantSpec) validate(errs *specErrors, index int, values map[string][]string) {
	if !v.choosesFrom(values) {
		errs.add("must choose one of the values of each option, and nothing else", "/variants/%d/options", index)
	} else if !v.hasValidOptions() {
		errs.add("must have names and values of 1 to 60 characters, without space around", "/variants/%d/options", index)
	}
	for i := 1; i < len(v.WholesalePrices); i++ {
		if v.WholesalePrices[i].MinQuantity == v.WholesalePrices[i-1].MinQuantity {
			errs.add("has two prices for one quantity", "/variants/%d/wholesalePrices", index)
			break
		}
	}
}

// choosesFrom reports whether the variant chooses exactly one value of every option.
func (v variantSpec) choosesFrom(values map[string][]string) bool {
	for name, value := range v.Options {
		if !slices.Contains(values[name], value) {
			return false
		}
	}
	return len(v.Options) == len(values)
}

// hasValidOptions reports whether the names and values have an allowed length and no space around
// them. A request checks this for the options of the product; those derived from variants are
// checked here.
func (v variantSpec) hasValidOptions() bool {
	for name, value := range v.Options {
		for _, text := range []string{name, value} {
			if n := utf8.RuneCountInString(text); n == 0 || n > maxOptionLength || strings.TrimSpace(text) != text {
				return false
			}
		}
	}
	return true
}
