// Package media keeps the pictures that products, brands, categories, collections and the shop
// itself show.
//
// It owns the rows of the pictures (media_files), of their smaller copies (media_webp_renditions;
// media_renditions has those of before), of what names them (media_owners, media_uses), of those
// that are fetched from elsewhere (media_fetches), and with media.url database: also their bytes
// (media_chunks). The routes are in http.go, the consumers in
// subscribe.go, the work in the background in jobs.go.
//
// An upload is decoded and encoded anew (picture.go): what is stored holds pixels alone, turned as
// EXIF says. No bytes are without a row, whenever the process is killed: a row `uploading` is
// committed, then the bytes are stored, then the row becomes `ready` in the transaction of the
// answer. What is `uploading` for an hour was interrupted, and is removed. A removal goes the other
// way: the bytes, then the row.
//
// Who names a picture is decided by catalog, under the lock that every change of a product takes,
// and by shop, under that of its settings; a deletion asks one after the other. So nothing shows a
// picture that is gone, in whatever order a deletion and the save of a product or of settings come:
//
//  1. media makes the row `deleting`, unless its copy says that something names it (409), and
//     publishes media.deletion_requested.
//  2. catalog, under its lock, looks whether anything names the picture. If not, no later save may
//     name it (422), and catalog publishes media_released; else media_kept.
//  3. On the release media publishes media.release_requested, and shop decides in the same way.
//     What it keeps, catalog lets products name again.
//  4. media removes what shop has released, and what either has kept is `ready` again.
//
// The answer of a deletion waits for these steps as for any read model; one that meets such a save
// at the same moment is answered with 204, and the picture stays.
//
// The smaller copies are WebP, and made by a job: to encode one takes up to two seconds of a CPU,
// and some 300 MB. Which a picture gets follows from its size, so the upload publishes their
// addresses at once. Of pictures that were uploaded before there were such, another job plans the
// copies and publishes media.described.
//
// An import may ask for pictures that are elsewhere. Each address is one row, which a worker
// claims: whoever is killed between a fetch and its record leaves a claim that ends, and an upload
// that was interrupted. What is fetched is as an upload, and media.fetched says which address it
// is from. An address is judged as the URL of a webhook is, at each connect (platform/outbound).
//
// It publishes media.uploaded, media.described, media.fetched, media.fetches_retried,
// media.deletion_requested and media.release_requested. It handles catalog.media_named and
// shop.settings_saved, for what names pictures, catalog.pictures_requested, and media_released and
// media_kept of both.
package media
