// Package catalog holds what the shop shows: brands, the tree of categories, collections, and
// products with their variants, attributes, prices and images, and what goes with them. It also
// finds them: lists, filters, facets and full-text search. It sells nothing: ordering does, from
// its own copy of every ProductSaved event.
//
// Entry points: http.go lists the routes; product_save.go writes a product; price_history.go keeps
// what variants cost, which decides on the former prices that may be shown; price_shown.go has the
// prices that a caller sees; list.go reads pages of products; list_facets_load.go counts them by
// what they are; collection_rule.go restricts both to a collection; related_load.go finds what goes
// with a product, and copy_pair.go what is bought with it; search_words.go says what a word is, and
// search_term.go turns those of a query into words of the index, with synonyms (synonym.go) and
// German compounds (search_compound.go); csv_import.go reads a file of products, and csv_convert.go
// first turns one of another system into it. What it says of the stock it publishes: ordering takes
// it as a count. In the background picture_show.go puts the pictures that media has fetched for a
// file in the place of their addresses, bulk_run.go does one thing to many products, and
// price_plan_run.go gives variants their prices, and takes them back, when a plan says so.
//
// Every write first updates the single row of catalog_state (revision_store.go). That row is a
// lock: one transaction changes the catalogue at a time, in all replicas together. So two moves
// cannot make a cycle in the category tree, the search index and its dictionary stay in step, and
// each change gets a number of its own. Readers take no lock: they compare that number to see
// whether a cached count or page is still valid.
package catalog
