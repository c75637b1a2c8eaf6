package catalog

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	media "orderd/modules/media/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

const (
	firstAddress  = "https://old.example/cup.jpg?v=1"
	secondAddress = "https://old.example/cup-2.jpg"
)

// twoPictures is a file of a product with two pictures elsewhere, of which the second one shows its
// second variant.
const twoPictures = "name,status,images,sku,option1,option1Value,price,variantImage\n" +
	"Cup,active,\"" + firstAddress + " A cup\n" + secondAddress + "\",C-1,Color,White,4,\n" +
	"Cup,,,C-2,Color,Blue,4," + secondAddress + "\n"

// fetchFile imports a file whose pictures are to be fetched, after a dry run that says so many
// addresses.
func (s *setup) fetchFile(t *testing.T, file string, addresses int) kit.Answer {
	t.Helper()
	csv := s.admin.With("Content-Type", "text/csv")
	csv.Do(t, "POST", importPath+"?pictures=fetch&dryRun=true", file).Require(t, 200).RequireFields(t,
		kit.Fields{"picturesToFetch": addresses, "failed": 0})
	return csv.Do(t, "POST", importPath+"?pictures=fetch", file).Require(t, 200).RequireFields(t,
		kit.Fields{"picturesToFetch": addresses, "failed": 0})
}

// fetched announces that media has fetched the picture at an address, and waits until it is shown.
func (s *setup) fetched(t *testing.T, address string) media.Fetched {
	t.Helper()
	mediaID := id.New()
	at := "https://api.example.com/media/" + mediaID
	e := media.Fetched{FromURL: address, MediaID: mediaID, URL: at + "/cup.jpg", Width: 1600, Height: 1200,
		Renditions: []media.Rendition{{Width: 320, URL: at + "/cup-320.webp", ContentType: "image/webp"}}}
	s.Publish(t, e)
	s.awaitShown(t)
	return e
}

// awaitShown waits until the fetched pictures are shown by all products that wait for them.
func (s *setup) awaitShown(t *testing.T) {
	t.Helper()
	kit.Eventually(t, "the fetched pictures are shown", func() error {
		due, err := isSourceDue(s.DB.WithContext(t.Context()))
		if err == nil && due {
			err = errors.New("products may wait for some")
		}
		return err
	})
}

// bySKU is the product with a variant of the SKU.
func (s *setup) bySKU(t *testing.T, sku string) kit.Answer {
	t.Helper()
	found := s.admin.Do(t, "GET", "/v1/admin/products?q="+sku, nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 1})
	return s.admin.Do(t, "GET", productPath(found.Text("data.0.id")), nil).Require(t, 200)
}

// Fetched pictures take the place of their addresses, and show the variants that the file says; the
// same file changes nothing then.
func TestFetchedPictures(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		// Unless it is wanted, nothing is fetched.
		s.importFile(t, strings.ReplaceAll(twoPictures, "variantImage", "ignored"), 2, 0).RequireFields(t, kit.Fields{"picturesToFetch": 0})
		if asked := eventbustest.Of[events.PicturesRequested](log); len(asked) > 0 {
			t.Errorf("%+v", asked)
		}
		s.fetchFile(t, twoPictures, 2).RequireFields(t, kit.Fields{"unchanged": 1, "warnings.#": 0})
		cup := s.bySKU(t, "C-1")
		asked := eventbustest.Of[events.PicturesRequested](log)
		if len(asked) != 1 || asked[0].ProductID != cup.Text("id") || !slices.Equal(asked[0].URLs, []string{firstAddress, secondAddress}) {
			t.Fatalf("asked for %+v", asked)
		}
		second := s.fetched(t, secondAddress)
		half := s.bySKU(t, "C-1").RequireFields(t, kit.Fields{
			"images.0.url": firstAddress, "images.0.alt": "A cup", "images.0.mediaId": nil, "images.1.url": second.URL,
			"images.1.mediaId": second.MediaID, "images.1.width": 1600, "images.1.renditions.#": 1,
			"variants.0.mediaId": nil, "variants.1.mediaId": second.MediaID, "version": cup.Number("version") + 1,
		})
		first := s.fetched(t, firstAddress)
		both := s.bySKU(t, "C-1").RequireFields(t, kit.Fields{
			"images.0.url": first.URL, "images.0.alt": "A cup", "images.0.mediaId": first.MediaID,
			"version": half.Number("version") + 1,
		})
		saved, named := eventbustest.Of[events.ProductSaved](log), eventbustest.Of[events.MediaNamed](log)
		if last := saved[len(saved)-1]; last.Images[0].URL != first.URL || *last.Variants[1].MediaID != second.MediaID || last.Created {
			t.Errorf("saved %+v", last)
		}
		if last := named[len(named)-1]; !slices.Equal(last.MediaIDs, []string{first.MediaID, second.MediaID}) {
			t.Errorf("named %+v", last)
		}
		s.fetchFile(t, twoPictures, 0).RequireFields(t, kit.Fields{"unchanged": 1})
		s.importFile(t, twoPictures, 2, 0).RequireFields(t, kit.Fields{"unchanged": 1})
		s.importFile(t, s.exportFile(t), 2, 0).RequireFields(t, kit.Fields{"unchanged": 1})
		if same := s.bySKU(t, "C-1"); string(same.Body) != string(both.Body) {
			t.Errorf("%s\nis not\n%s", same.Body, both.Body)
		}
	})
}

// What an admin has changed meanwhile stays, and the event twice does nothing.
func TestFetchedPictureOfAChangedProduct(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.fetchFile(t, twoPictures, 2)
		cup := s.bySKU(t, "C-1")
		own := s.uploaded(t)
		s.admin.Do(t, "PATCH", productPath(cup.Text("id")), body{
			"images": []body{{"mediaId": own.MediaID}, {"url": secondAddress}},
		}).Require(t, 200)
		s.admin.Do(t, "DELETE", productPath(cup.Text("id")), nil).Require(t, 204)
		before := s.bySKU(t, "C-1")
		s.fetched(t, firstAddress)
		if same := s.bySKU(t, "C-1"); string(same.Body) != string(before.Body) {
			t.Errorf("%s\nis not\n%s", same.Body, before.Body)
		}
		// It is archived, and stays so.
		e := s.fetched(t, secondAddress)
		after := s.bySKU(t, "C-1").RequireFields(t, kit.Fields{
			"status": "archived", "images.#": 2, "images.0.mediaId": own.MediaID, "images.1.mediaId": e.MediaID,
		})
		s.Publish(t, e)
		s.awaitShown(t)
		if same := s.bySKU(t, "C-1"); string(same.Body) != string(after.Body) {
			t.Errorf("%s\nis not\n%s", same.Body, after.Body)
		}
	})
}

// A picture that was released meanwhile is not shown, and one that an admin has chosen for a
// variant stays.
func TestFetchedPictureThatIsReleased(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.fetchFile(t, twoPictures, 2)
		cup := s.bySKU(t, "C-1")
		gone := media.Fetched{FromURL: firstAddress, MediaID: id.New(), URL: "https://api.example.com/media/x/cup.jpg", Width: 9, Height: 9}
		s.Publish(t, media.Uploaded{MediaID: gone.MediaID, URL: gone.URL, Width: 9, Height: 9})
		s.Publish(t, media.DeletionRequested{MediaID: gone.MediaID})
		s.Publish(t, gone)
		s.awaitShown(t)
		s.bySKU(t, "C-1").RequireFields(t, kit.Fields{"images.0.url": firstAddress, "images.0.mediaId": nil})
		again := s.fetched(t, firstAddress)
		chosen := s.bySKU(t, "C-1").RequireFields(t, kit.Fields{"images.0.mediaId": again.MediaID})
		s.admin.Do(t, "PATCH", productPath(cup.Text("id")), body{"variants": []body{
			{"id": chosen.Text("variants.0.id"), "sku": "C-1", "options": body{"Color": "White"}, "price": 4},
			{"id": chosen.Text("variants.1.id"), "sku": "C-2", "options": body{"Color": "Blue"}, "price": 4, "mediaId": again.MediaID},
		}}).Require(t, 200)
		s.fetched(t, secondAddress)
		s.bySKU(t, "C-1").RequireFields(t, kit.Fields{"variants.1.mediaId": again.MediaID})
	})
}

// Two products with one address ask for it each, and both show it. Shopify's files say which
// picture shows a variant.
func TestFetchedPictureOfTwoProducts(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		const file = "Handle,Title,Variant SKU,Variant Price,Image Src,Variant Image,Option1 Name,Option1 Value\n" +
			"a,A,A-1,1,https://old.example/a.jpg,https://old.example/a-blue.jpg,Color,Blue\n" +
			"a,,A-2,1,,,Color,Red\nb,B,B-1,1,https://old.example/a.jpg,,,\n"
		s.importFile(t, file, 3, 0).RequireFields(t, kit.Fields{
			"warnings.#": 1, "warnings.0.line": nil, "warnings.0.column": "Variant Image",
		})
		log := eventbustest.Record(t, s.DB)
		s.fetchFile(t, file, 2).RequireFields(t, kit.Fields{"warnings.#": 0})
		if asked := eventbustest.Of[events.PicturesRequested](log); len(asked) != 2 {
			t.Errorf("asked for %+v", asked)
		}
		e, blue := s.fetched(t, "https://old.example/a.jpg"), s.fetched(t, "https://old.example/a-blue.jpg")
		s.bySKU(t, "A-1").RequireFields(t, kit.Fields{
			"images.0.mediaId": e.MediaID, "images.1.mediaId": blue.MediaID, "variants.0.mediaId": blue.MediaID, "variants.1.mediaId": nil,
		})
		s.bySKU(t, "B-1").RequireFields(t, kit.Fields{"images.#": 1, "images.0.mediaId": e.MediaID})
	})
}

// Variants show pictures of their product alone, and WooCommerce's variations have their own.
func TestImportOfVariantPictures(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		e := s.uploaded(t)
		file := "name,images,sku,price,variantImage\nCup," + e.URL + ",C-1,4," + e.URL + "\n"
		s.importFile(t, file, 1, 0)
		s.bySKU(t, "C-1").RequireFields(t, kit.Fields{"variants.0.mediaId": e.MediaID})
		s.importFile(t, s.exportFile(t), 1, 0).RequireFields(t, kit.Fields{"unchanged": 1})
		s.importFile(t, "name,sku\nCup,C-1\n", 1, 0).RequireFields(t, kit.Fields{"unchanged": 1})
		wrong := s.importFile(t, "name,sku,variantImage\nCup,C-1,https://old.example/x.jpg\n", 0, 1)
		requireImportErrors(t, wrong, "2 variantImage not_allowed")
		wrong.RequireFields(t, kit.Fields{"errors.0.detail": "must be one of the product's images"})
		s.importFile(t, "name,sku,variantImage\nCup,C-1,\n", 1, 0).RequireFields(t, kit.Fields{"updated": 1})
		s.bySKU(t, "C-1").RequireFields(t, kit.Fields{"variants.0.mediaId": nil})
		const woo = "Type,SKU,Parent,Name,Published,Regular price,Images,Attribute 1 name,Attribute 1 value(s)\n" +
			"variable,W,,Jug,1,,https://old.example/w.jpg,Color,\"Blue, Red\"\n" +
			"variation,W-1,W,Jug,1,5,https://old.example/w-blue.jpg,Color,Blue\n"
		s.fetchFile(t, woo, 2)
		s.fetched(t, "https://old.example/w.jpg")
		blue := s.fetched(t, "https://old.example/w-blue.jpg")
		s.bySKU(t, "W-1").RequireFields(t, kit.Fields{"images.1.mediaId": blue.MediaID, "variants.0.mediaId": blue.MediaID})
	})
}

func TestPicturesOfAnImport(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		csv := s.admin.With("Content-Type", "text/csv")
		csv.Do(t, "POST", importPath+"?pictures=all", twoPictures).Require(t, 422, "validation_failed")
		log := eventbustest.Record(t, s.DB)
		csv.Do(t, "POST", importPath+"?pictures=fetch&dryRun=true", twoPictures).Require(t, 200).RequireFields(t,
			kit.Fields{"picturesToFetch": 2, "created": 1})
		var wanted int64
		if err := s.DB.Model(&wantedPicture{}).Count(&wanted).Error; err != nil || wanted != 0 || len(log.Names()) > 0 {
			t.Errorf("a dry run wants %d pictures, publishes %v (%v)", wanted, log.Names(), err)
		}
	})
}

// The UPDATE itself refuses to overwrite a product that has changed since it was read.
func TestFetchedPictureOfAStaleProduct(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.fetchFile(t, twoPictures, 2)
		cup, e := s.bySKU(t, "C-1"), s.uploaded(t)
		ctx := t.Context()
		stale, err := loadProduct(s.DB.WithContext(ctx), cup.Text("id"))
		if err != nil {
			t.Fatal(err)
		}
		changed := s.admin.Do(t, "PATCH", productPath(cup.Text("id")), body{"images": []body{}}).Require(t, 200)
		source := sourceID(firstAddress)
		err = database.InTx(ctx, s.DB, func(tx *gorm.DB) error {
			_, err := stale.showFetched(ctx, tx, []wantedPicture{{ProductID: stale.ID, SourceID: source}},
				map[string]medium{source: {MediaID: e.MediaID, URL: e.URL}}, s.Clock.Now())
			return err
		})
		if !fault.Is(err, fault.PreconditionFailed) {
			t.Errorf("a stale product: %v", err)
		}
		if same := s.bySKU(t, "C-1"); string(same.Body) != string(changed.Body) {
			t.Errorf("%s\nis not\n%s", same.Body, changed.Body)
		}
	})
}

// manyAddress is that of a picture which very many products share.
const manyAddress = "https://old.example/no-image.jpg"

// eachWaiting runs a test on both databases, without the jobs, with products that wait for the
// picture at manyAddress, which was just fetched. The test gets what shows pictures.
func eachWaiting(t *testing.T, products int, test func(t *testing.T, s *setup, shower *pictureShower)) {
	t.Parallel()
	moduletest.Each(t, idle, func(t *testing.T, r *moduletest.Runner) {
		s := &setup{Runner: r}
		s.admin, s.adminID = r.As(t, auth.RoleAdmin)
		var file strings.Builder
		file.WriteString("name,sku,price,images\n")
		for n := range products {
			fmt.Fprintf(&file, "Cup %d,MANY-%d,5,%s\n", n, n, manyAddress)
		}
		s.fetchFile(t, file.String(), 1)
		s.Publish(t, media.Fetched{FromURL: manyAddress, MediaID: id.New(), URL: "https://api.example.com/media/x/no.jpg", Width: 9, Height: 9})
		test(t, s, newPictureShower(Deps{DB: s.DB, Clock: s.Clock, Log: s.Log, Copies: s.Copies}))
	})
}

// requireWaiting wants so many products that wait for a picture, and all others changed once.
func (s *setup) requireWaiting(t *testing.T, want, of int64) {
	t.Helper()
	var waiting, once, untouched int64
	err := errors.Join(s.DB.Model(&wantedPicture{}).Count(&waiting).Error,
		s.DB.Model(&mediaUse{}).Count(&once).Error,
		s.DB.Model(&product{}).Where("version = 1").Count(&untouched).Error)
	if err != nil || waiting != want || once != of-want || untouched != want {
		t.Errorf("%d products wait, %d show the picture, %d are as they were, %v; want %d of %d waiting",
			waiting, once, untouched, err, want, of)
	}
}

// The event of a picture that very many products wait for changes none of them: a job does, a few
// in a transaction, and a batch that a killed process leaves is done by the next.
func TestFetchedPictureOfManyProducts(t *testing.T) {
	const products = 2*showAtOnce + 3
	eachWaiting(t, products, func(t *testing.T, s *setup, shower *pictureShower) {
		log := eventbustest.Record(t, s.DB)
		s.requireWaiting(t, products, products)
		batch := func(end error) {
			err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
				if _, err := shower.showBatch(t.Context(), tx); err != nil {
					return err
				}
				return end
			})
			if !errors.Is(err, end) {
				t.Fatal(err)
			}
		}
		batch(errKilled)
		s.requireWaiting(t, products, products)
		batch(nil)
		s.requireWaiting(t, products-showAtOnce, products)
		kit.AtOnce(3, func(int) error { return shower.work(t.Context()) }) // as several replicas
		if err := shower.work(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.requireWaiting(t, 0, products)
		if saved := len(eventbustest.Of[events.ProductSaved](log)); saved != products {
			t.Errorf("%d events of %d products", saved, products)
		}
		if due, err := isSourceDue(s.DB); err != nil || due {
			t.Errorf("products still may wait: %t, %v", due, err)
		}
	})
}

// A product that can't be read keeps its address, and does not hold up the others.
func TestFetchedPicturePassesOver(t *testing.T) {
	eachWaiting(t, 3, func(t *testing.T, s *setup, shower *pictureShower) {
		broken := s.bySKU(t, "MANY-1").Text("id") // a text that is no JSON, which no request can store
		if err := s.DB.Exec("UPDATE catalog_products SET attributes = 'x' WHERE id = ?", broken).Error; err != nil {
			t.Fatal(err)
		}
		if err := shower.work(t.Context()); err != nil {
			t.Fatal(err)
		}
		for n, want := range map[string]any{"MANY-0": 2, "MANY-2": 2} {
			s.bySKU(t, n).RequireFields(t, kit.Fields{"version": want})
		}
		if due, err := isSourceDue(s.DB); err != nil || due {
			t.Errorf("products still may wait: %t, %v", due, err)
		}
	})
}
