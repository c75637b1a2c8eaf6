package httpapi

import (
	"github.com/gin-gonic/gin"
	"github.com/swaggest/swgui/v5emb"
)

// docsPolicy lets the documentation page run its own scripts and styles, all served from here.
const docsPolicy = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
	"font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// mountDocuments registers what describes the API: the OpenAPI document, a page that shows it, and the keys of access tokens.
func (r *Router) mountDocuments(jwks func() []byte) {
	r.engine.GET("/openapi.json", func(c *gin.Context) {
		r.document().json.answer(of(c), "no-cache").sendAs(c, "application/openapi+json")
	})
	r.engine.GET("/openapi.yaml", func(c *gin.Context) {
		r.document().yaml.answer(of(c), "no-cache").sendAs(c, "application/openapi+yaml")
	})
	if jwks != nil {
		r.engine.GET("/.well-known/jwks.json", func(c *gin.Context) {
			// A new key may sign a moment after the restart that brings it: whoever meets a kid that it
			// does not know asks again, as clients of JWKS do.
			newContent(jwks()).answer(of(c), "public, max-age=300").sendAs(c, "application/jwk-set+json")
		})
	}
	page := v5emb.New("Order Service", "/openapi.json", "/docs/")
	docs := func(c *gin.Context) {
		c.Writer.Header().Set("Content-Security-Policy", docsPolicy)
		page.ServeHTTP(c.Writer, c.Request)
	}
	r.engine.GET("/docs", docs)
	r.engine.GET("/docs/", docs)
	r.engine.GET("/docs/:file", docs)
}
