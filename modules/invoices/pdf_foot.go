package invoices

// The foot of each page, in points. Its columns have the seller's data; below them is the number of
// the page.
const (
	pdfFootSize   = 7.0
	pdfFootLine   = 9.0
	pdfFootLeft   = 20 * pdfMillimetre
	pdfFootRight  = 192 * pdfMillimetre
	pdfFootBottom = 10 * pdfMillimetre // of the line with the number of the page
	pdfFootGap    = 4 * pdfMillimetre
	pdfFootColumn = (pdfFootRight-pdfFootLeft-2*pdfFootGap)/3 - 1 // room for rounding

	pdfMillimetre = 72 / 25.4
)

// FootHeight is the bottom margin of each page.
func (p *pdfPage) FootHeight() int { return int(p.footTop() + 6*pdfMillimetre) }

// footTop is where the rule above the foot is.
func (p *pdfPage) footTop() float64 {
	lines := 0
	for _, column := range p.Foot {
		lines = max(lines, len(column))
	}
	return pdfFootBottom + pdfFootLine*float64(lines+1) + pdfFootSize
}
