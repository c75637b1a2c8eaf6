// Package catalog holds what the shop shows: brands, the tree of categories, and products with
// their variants, prices and images. It also finds them: lists, filters, facets and full-text
// search. It sells nothing: ordering does, from its own copy of every ProductSaved event.
//
// Entry points: http.go lists the routes; product_save.go writes a product; list.go reads pages of
// products; list_facets_load.go counts them by what they are; search_term.go turns the words of a
// query into words of the index; csv_import.go reads a file of products. What it says of the stock
// it publishes: ordering takes it as a count.
//
// Every write first updates the single row of catalog_state (revision_store.go). That row is a
// lock: one transaction changes the catalogue at a time, in all replicas together. So two moves
// cannot make a cycle in the category tree, the search index and its dictionary stay in step, and
// each change gets a number of its own. Readers take no lock: they compare that number to see
// whether a cached count or page is still valid.
package catalog
