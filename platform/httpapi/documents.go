package httpapi

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/swaggest/swgui/v5emb"
)

// docsPolicy lets the documentation page run its own scripts and styles, all served from here.
const docsPolicy = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
	"font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// mountDocuments registers what describes the API: the OpenAPI document, a page that shows it, and the keys of access tokens.
func (r *Router) mountDocuments(jwks func() []byte) {
	r.engine.GET("/openapi.json", func(c *gin.Context) { write(c, http.StatusOK, "application/openapi+json", r.OpenAPI(false)) })
	r.engine.GET("/openapi.yaml", func(c *gin.Context) { write(c, http.StatusOK, "application/openapi+yaml", r.OpenAPI(true)) })
	if jwks != nil {
		r.engine.GET("/.well-known/jwks.json", func(c *gin.Context) { write(c, http.StatusOK, "application/jwk-set+json", jwks()) })
	}
	page := v5emb.New("Order Service", "/openapi.json", "/docs/")
	docs := func(c *gin.Context) {
		c.Writer.Header().Set("Content-Security-Policy", docsPolicy)
		page.ServeHTTP(c.Writer, c.Request)
	}
	r.engine.GET("/docs", docs)
	r.engine.GET("/docs/*file", docs)
}
