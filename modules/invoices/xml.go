package invoices

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/money"
)

// The codes of the format. BT and BG numbers in the comments are the terms of EN 16931-1.
const (
	xmlProfile       = "urn:cen.eu:en16931:2017"
	xmlInvoice       = "380" // UNTDID 1001
	xmlCreditNote    = "381"
	xmlPiece         = "H87" // UN/ECE Recommendation 20
	xmlFreight       = "FC"  // UNTDID 7161
	xmlSEPATransfer  = "58"  // UNTDID 4461
	xmlCard          = "48"
	xmlCash          = "10"
	xmlVAT           = "VAT"
	xmlDayFormat     = "102" // UNTDID 2379: 20261128
	xmlPriceDecimals = 6
)

// renderXML makes the XML of a document: a Cross Industry Invoice (UN/CEFACT CII D16B) of the
// profile EN 16931.
func renderXML(d *document) ([]byte, error) {
	w := wordsIn(d.Locale)
	code := xmlInvoice
	if d.takesOff() {
		code = xmlCreditNote
	}
	lines := make([]xmlElement, 0, len(d.Items)+3)
	for i := range d.Items {
		lines = append(lines, d.Items[i].xml(i+1))
	}
	return xmlOf("rsm:CrossIndustryInvoice",
		xmlOf("rsm:ExchangedDocumentContext",
			xmlOf("ram:GuidelineSpecifiedDocumentContextParameter", xmlText("ram:ID", xmlProfile))),
		xmlOf("rsm:ExchangedDocument",
			xmlText("ram:ID", d.Number),
			xmlText("ram:TypeCode", code),
			xmlOf("ram:IssueDateTime", d.IssuedOn.xml("udt"))),
		xmlOf("rsm:SupplyChainTradeTransaction", append(lines, d.xmlAgreement(), d.xmlDelivery(), d.xmlSettlement(w))...),
	).
		with("xmlns:rsm", "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100").
		with("xmlns:ram", "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100").
		with("xmlns:qdt", "urn:un:unece:uncefact:data:standard:QualifiedDataType:100").
		with("xmlns:udt", "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100").
		encode()
}

// xml is a line of the document (BG-25).
func (i item) xml(number int) xmlElement {
	product := []xmlElement{xmlText("ram:SellerAssignedID", deref(i.SKU)), xmlText("ram:Name", i.Name)}
	for _, name := range slices.Sorted(maps.Keys(i.Options)) {
		if value := i.Options[name]; name != "" && value != "" {
			product = append(product, xmlOf("ram:ApplicableProductCharacteristic",
				xmlText("ram:Description", name), xmlText("ram:Value", value)))
		}
	}
	return xmlOf("ram:IncludedSupplyChainTradeLineItem",
		xmlOf("ram:AssociatedDocumentLineDocument", xmlText("ram:LineID", strconv.Itoa(number))),
		xmlOf("ram:SpecifiedTradeProduct", product...),
		xmlOf("ram:SpecifiedLineTradeAgreement",
			xmlOf("ram:NetPriceProductTradePrice", xmlText("ram:ChargeAmount", i.unitPrice(xmlPriceDecimals)))),
		xmlOf("ram:SpecifiedLineTradeDelivery",
			xmlText("ram:BilledQuantity", strconv.Itoa(i.Quantity)).with("unitCode", xmlPiece)),
		xmlOf("ram:SpecifiedLineTradeSettlement",
			xmlTax("ram:ApplicableTradeTax", i.Category, i.TaxRate),
			xmlOf("ram:SpecifiedTradeSettlementLineMonetarySummation", xmlText("ram:LineTotalAmount", i.Net.String()))))
}

// xmlTax names a VAT category and its rate.
func xmlTax(name string, category taxCategory, rate money.Rate) xmlElement {
	return xmlOf(name, xmlText("ram:TypeCode", xmlVAT), xmlText("ram:CategoryCode", string(category)), xmlRate(rate))
}

func xmlRate(rate money.Rate) xmlElement {
	return xmlText("ram:RateApplicablePercent", money.Cents(rate).String())
}

// xml is the day, in a namespace of date types.
func (d day) xml(prefix string) xmlElement {
	return xmlText(prefix+":DateTimeString", strings.ReplaceAll(string(d), "-", "")).with("format", xmlDayFormat)
}

// xmlAgreement is who sells to whom, by which order.
func (d *document) xmlAgreement() xmlElement {
	return xmlOf("ram:ApplicableHeaderTradeAgreement",
		xmlText("ram:BuyerReference", d.OrderNumber), // BT-10
		d.Seller.xml(),
		d.Buyer.xmlBuyer(),
		// BT-13
		xmlOf("ram:BuyerOrderReferencedDocument", xmlText("ram:IssuerAssignedID", d.OrderNumber)))
}

// xml is the seller (BG-4). One without a VAT id is known by its tax number (BT-29, BT-32).
func (s *seller) xml() xmlElement {
	var id string
	if s.VATID == nil {
		id = deref(s.TaxNumber)
	}
	return xmlOf("ram:SellerTradeParty",
		xmlText("ram:ID", id),
		xmlText("ram:Name", s.Name),
		xmlText("ram:Description", s.legal()), // BT-33
		xmlOf("ram:DefinedTradeContact",
			xmlOf("ram:TelephoneUniversalCommunication", xmlText("ram:CompleteNumber", deref(s.Phone))),
			xmlOf("ram:EmailURIUniversalCommunication", xmlText("ram:URIID", s.Email))),
		xmlOf("ram:PostalTradeAddress",
			xmlText("ram:PostcodeCode", s.PostalCode),
			xmlText("ram:LineOne", s.Line1), xmlText("ram:LineTwo", deref(s.Line2)),
			xmlText("ram:CityName", s.City), xmlText("ram:CountryID", s.Country)),
		// BT-34
		xmlOf("ram:URIUniversalCommunication", xmlText("ram:URIID", s.Email).with("schemeID", "EM")),
		xmlOf("ram:SpecifiedTaxRegistration", xmlText("ram:ID", deref(s.VATID)).with("schemeID", "VA")),
		xmlOf("ram:SpecifiedTaxRegistration", xmlText("ram:ID", deref(s.TaxNumber)).with("schemeID", "FC")))
}

// legal is the register that the seller is in, and who manages it.
func (s *seller) legal() string {
	if s.Register == nil || s.Managers == nil {
		return deref(s.Register) + deref(s.Managers)
	}
	return *s.Register + ", " + *s.Managers
}

// xmlBuyer is the buyer (BG-7): a company with the person as its contact, else the person.
func (p *party) xmlBuyer() xmlElement {
	var contact string
	if p.Company != nil {
		contact = p.FullName
	}
	return xmlOf("ram:BuyerTradeParty",
		xmlText("ram:Name", cmp.Or(deref(p.Company), p.FullName)),
		xmlOf("ram:DefinedTradeContact", xmlText("ram:PersonName", contact)),
		p.xmlAddress(),
		xmlOf("ram:SpecifiedTaxRegistration", xmlText("ram:ID", deref(p.VATID)).with("schemeID", "VA")))
}

// xmlAddress is an address in its parts, or as the one line that is known.
func (p *party) xmlAddress() xmlElement {
	line1 := deref(p.Line1)
	if line1 == "" {
		line1 = strings.ReplaceAll(p.Address, "\n", ", ")
	}
	return xmlOf("ram:PostalTradeAddress",
		xmlText("ram:PostcodeCode", deref(p.PostalCode)),
		xmlText("ram:LineOne", line1), xmlText("ram:LineTwo", deref(p.Line2)),
		xmlText("ram:CityName", deref(p.City)), xmlText("ram:CountryID", p.Country),
		xmlText("ram:CountrySubDivisionName", deref(p.State)))
}

// xmlDelivery is whom the goods went to, and when (BG-13).
func (d *document) xmlDelivery() xmlElement {
	on := d.IssuedOn
	if d.SuppliedOn != nil {
		on = *d.SuppliedOn
	}
	name := d.ShipTo.FullName
	if d.ShipTo.Company != nil {
		name = *d.ShipTo.Company + ", " + name
	}
	return xmlOf("ram:ApplicableHeaderTradeDelivery",
		xmlOf("ram:ShipToTradeParty", xmlText("ram:Name", name), d.ShipTo.xmlAddress()),
		// BT-72
		xmlOf("ram:ActualDeliverySupplyChainEvent", xmlOf("ram:OccurrenceDateTime", on.xml("udt"))))
}

// xmlSettlement is how it is paid, the VAT, the shipping and the sums.
func (d *document) xmlSettlement(w documentWords) xmlElement {
	inner := []xmlElement{
		xmlText("ram:PaymentReference", d.OrderNumber), // BT-83
		xmlText("ram:InvoiceCurrencyCode", money.Currency),
		d.xmlPaymentMeans(),
	}
	for _, row := range d.xmlRows() {
		inner = append(inner, row.xml(w))
	}
	for _, row := range d.Shipping {
		inner = append(inner, row.xmlCharge(w))
	}
	var due xmlElement
	if d.DueOn != nil {
		due = xmlOf("ram:DueDateDateTime", d.DueOn.xml("udt")) // BT-9
	}
	inner = append(inner,
		xmlOf("ram:SpecifiedTradePaymentTerms", xmlText("ram:Description", w.terms(d)), due),
		d.xmlSums())
	if d.RefersTo != nil { // BG-3
		inner = append(inner, xmlOf("ram:InvoiceReferencedDocument",
			xmlText("ram:IssuerAssignedID", d.RefersTo.Number),
			xmlOf("ram:FormattedIssueDateTime", d.RefersTo.IssuedOn.xml("qdt"))))
	}
	return xmlOf("ram:ApplicableHeaderTradeSettlement", inner...)
}

// xmlRows are the rows of the VAT breakdown: those of the document, and one of 0.00 for each rate
// and category that only lines have which cost nothing (BR-S-01, BR-Z-01 and their like).
func (d *document) xmlRows() []taxRow {
	rows := slices.Clone(d.Taxes)
	for n := range d.Items {
		key := d.Items[n].key()
		if !slices.ContainsFunc(rows, func(r taxRow) bool { return r.key() == key }) {
			rows = append(rows, taxRow{Rate: key.rate, Category: key.category, Reason: key.category.Reason()})
		}
	}
	return rows
}

// xmlPaymentMeans is the way to pay (BG-16). A transfer has to name an account: without one there
// is nothing to say.
func (d *document) xmlPaymentMeans() xmlElement {
	const name, code = "ram:SpecifiedTradeSettlementPaymentMeans", "ram:TypeCode"
	switch d.Payment.Method {
	case ordering.PaymentMethodCard:
		return xmlOf(name, xmlText(code, xmlCard))
	case ordering.PaymentMethodCashOnDelivery:
		return xmlOf(name, xmlText(code, xmlCash))
	}
	if d.Seller.IBAN == nil {
		return xmlElement{}
	}
	return xmlOf(name, xmlText(code, xmlSEPATransfer),
		xmlOf("ram:PayeePartyCreditorFinancialAccount",
			xmlText("ram:IBANID", *d.Seller.IBAN), xmlText("ram:AccountName", deref(d.Seller.Holder))),
		xmlOf("ram:PayeeSpecifiedCreditorFinancialInstitution", xmlText("ram:BICID", deref(d.Seller.BIC))))
}

// xml is a row of the VAT breakdown (BG-23).
func (r taxRow) xml(w documentWords) xmlElement {
	var reason, code string
	if r.Reason != nil {
		reason = w.notes[*r.Reason]
		code = map[taxReason]string{reasonIntraCommunity: "VATEX-EU-IC", reasonExport: "VATEX-EU-G"}[*r.Reason]
	}
	return xmlOf("ram:ApplicableTradeTax",
		xmlText("ram:CalculatedAmount", r.Tax.String()),
		xmlText("ram:TypeCode", xmlVAT),
		xmlText("ram:ExemptionReason", reason),
		xmlText("ram:BasisAmount", r.Net.String()),
		xmlText("ram:CategoryCode", string(r.Category)),
		xmlText("ram:ExemptionReasonCode", code),
		xmlRate(r.Rate))
}

// xmlCharge is the shipping of a row, as a charge (BG-21).
func (r taxRow) xmlCharge(w documentWords) xmlElement {
	return xmlOf("ram:SpecifiedTradeAllowanceCharge",
		xmlOf("ram:ChargeIndicator", xmlText("udt:Indicator", "true")),
		xmlText("ram:ActualAmount", r.Net.String()),
		xmlText("ram:ReasonCode", xmlFreight),
		xmlText("ram:Reason", w.shipping),
		xmlTax("ram:CategoryTradeTax", r.Category, r.Rate))
}

// xmlSums are the document's totals (BG-22).
func (d *document) xmlSums() xmlElement {
	var lines, charges money.Cents
	for _, i := range d.Items {
		lines += i.Net
	}
	for _, row := range d.Shipping {
		charges += row.Net
	}
	return xmlOf("ram:SpecifiedTradeSettlementHeaderMonetarySummation",
		xmlText("ram:LineTotalAmount", lines.String()),
		xmlText("ram:ChargeTotalAmount", charges.String()),
		xmlText("ram:TaxBasisTotalAmount", d.Net.String()),
		xmlText("ram:TaxTotalAmount", d.Tax.String()).with("currencyID", money.Currency),
		xmlText("ram:GrandTotalAmount", d.Gross.String()),
		xmlText("ram:TotalPrepaidAmount", d.Payment.Paid.String()),
		// BT-115 is BT-112 less BT-113: a correction is taken off by its own document.
		xmlText("ram:DuePayableAmount", d.due().String()))
}

// deref is a text or "".
func deref(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
