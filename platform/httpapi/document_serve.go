package httpapi

import "github.com/gin-gonic/gin"

// mountDocuments registers what describes the API: the OpenAPI document and the keys of access
// tokens.
func (r *Router) mountDocuments(jwks func() []byte) {
	for path, doc := range map[string]func() document{"/openapi": r.document, "/openapi.store": r.storeDocument} {
		r.engine.GET(path+".json", func(c *gin.Context) {
			doc().json.respond(requestFrom(c), "no-cache").sendAs(c, "application/openapi+json")
		})
		r.engine.GET(path+".yaml", func(c *gin.Context) {
			doc().yaml().respond(requestFrom(c), "no-cache").sendAs(c, "application/openapi+yaml")
		})
	}
	if jwks != nil {
		r.engine.GET("/.well-known/jwks.json", func(c *gin.Context) {
			// A new key may sign a moment after the restart that brings it. A client that does not
			// know a kid asks again, as clients of JWKS do.
			newSharedContent(jwks()).respond(requestFrom(c), "public, max-age=300").sendAs(c, "application/jwk-set+json")
		})
	}
}
