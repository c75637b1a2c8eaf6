// Package catalog is what the shop shows: brands, the tree of categories, products with their variants, prices and images,
// and how they are found. It sells nothing: ordering does, by its own copy of every ProductSaved.
//
// Who changes products, what is shown of them, or the tree holds the one row of catalog_state meanwhile: there is one such
// writer at a time, in all replicas together. That keeps the tree without cycles, the index of words complete and its
// dictionary in order, and it gives the catalogue a version that readers compare, to know whether what they have
// counted before still holds. Reads lock nothing.
package catalog
