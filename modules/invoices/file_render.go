package invoices

// render makes the two files of a document, which say the same. The XML is in the PDF too.
func render(d document) (pdf, xml []byte, err error) {
	if xml, err = renderXML(&d); err != nil {
		return nil, nil, err
	}
	if pdf, err = renderPDF(&d, xml); err != nil {
		return nil, nil, err
	}
	return pdf, xml, nil
}
