// Package shop keeps the shop's own settings, in groups: who the shop is, who sells, the bank
// account, tax rates, checkout, points, mails.
//
// It owns the table shop_groups: a row a group, with its values as JSON of the group's type
// (events.Loyalty, …) and a version. The routes are in http.go.
//
// The legal pages are rows too: shop_pages has one for each kind and language with its draft,
// shop_page_versions what was published, which never changes. Their texts are Markdown, checked
// when they are saved (page_markdown.go) and made HTML when they are read, by a renderer that lets
// nothing harmful through whatever the text is. A draft becomes a version by publishing it; a page
// that is taken off keeps its versions.
//
// The configuration is a writer like the staff, and no other module reads it for what stands in a
// group: at a start it makes the groups that have no row, and writes the keys that file or
// environment set, which pins their fields (group_configure.go). A pinned field refuses another
// value; a key that is taken out leaves its value.
//
// What a storefront shows of the shop (public.go) is read from memory: the groups, the titles of
// the pages, and copies of ordering's shipping methods, which say where the shop delivers to.
//
// How the shop's pages look is a group too: colors, blocks of the first page, links (storefront.go;
// platform/palette mends colors that could not be read). What is not saved yet is previewed by a
// token: shop_previews has it for half an hour (storefront_preview.go).
//
// The profile may name pictures of media, of which shop_media has a copy, as its logo and its
// icon, and the first page others. While they do, those are not deleted: media asks
// (copy_media.go).
//
// It publishes shop.settings_saved, shop.page_saved, page_published and page_deleted for the audit,
// and shop.media_released and media_kept, which answer media. Every module that needs settings
// keeps its own copy, in memory too (platform/copies). It handles identity.account_erased, for the
// names of who saved and published, ordering.shipping_method_saved, and media.uploaded, described
// and release_requested.
package shop
