package storefront

// listShown is how many products of each list that is about a product are shown.
const listShown = 8

// relatedList is a list of products beside one.
type relatedList struct {
	Key   string // of its heading among the texts
	Cards []card
}

// relatedLists are the lists that are about the product itself; none is empty.
func (p *product) relatedLists() (lists []relatedList) {
	if p.Related == nil {
		return nil
	}
	r := p.Related
	for _, l := range []relatedList{
		{"accessories", r.Accessories}, {"boughtTogether", r.BoughtTogether},
		{"similar", r.Similar}, {"replaces", r.Replaces},
	} {
		if len(l.Cards) > 0 {
			lists = append(lists, relatedList{l.Key, l.Cards[:min(len(l.Cards), listShown)]})
		}
	}
	return lists
}
