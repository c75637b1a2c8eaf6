package reviews

import "orderd/platform/httpapi"

type createReviewInput struct {
	Body struct {
		ProductID string        `json:"productId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
		Rating    httpapi.Whole `json:"rating" minimum:"1" maximum:"5" example:"4"`
		Message   httpapi.Text  `json:"message" minLength:"1" maxLength:"2000" example:"Sturdy, and the handle stays cool."`
	}
}

type editReviewInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Body struct {
		Rating  httpapi.Optional[httpapi.Whole] `json:"rating" minimum:"1" maximum:"5" nullable:"false" example:"5"`
		Message httpapi.Optional[httpapi.Text]  `json:"message" minLength:"1" maxLength:"2000" nullable:"false" example:"Still sturdy after a year."`
	}
}

func (in *editReviewInput) apply(r *review) {
	if in.Body.Rating.Set {
		r.Rating = int(in.Body.Rating.Value)
	}
	if in.Body.Message.Set {
		r.Message = string(in.Body.Message.Value)
	}
}

type idInput struct {
	ID string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
}

type hideReviewInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Body struct {
		Reason httpapi.Text `json:"reason" minLength:"1" maxLength:"2000" doc:"Shown to the author." example:"It is about another product."`
	}
}

type productReviewsInput struct {
	httpapi.Page
	ID   string `path:"id" doc:"Id or slug." example:"espresso-cup"`
	Sort string `query:"sort" enum:"newest,-rating,rating" schema:"ReviewSort" default:"newest"`
}

type listReviewsInput struct {
	httpapi.Page
	Status string `query:"status" enum:"visible,hidden" schema:"ReviewStatus"`
}

// The orders of the lists, each with its index.
const newestFirst = "created_at DESC, id DESC"

var orders = map[string]string{
	"newest": newestFirst, "-rating": "rating DESC, created_at DESC, id DESC", "rating": "rating, created_at DESC, id DESC",
}
