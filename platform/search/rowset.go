package search

import (
	"encoding/binary"
	"math/bits"
)

const (
	// segmentRows is how many rows a new segment has, maxRows how many it can have: rows that were
	// committed late come in between.
	segmentRows = 4000
	maxRows     = 4096
)

// rowSet is a set of rows of a segment: a bit for each.
type rowSet [maxRows / 64]uint64

func (s *rowSet) add(position int) { s[position/64] |= 1 << (position % 64) }

func (s *rowSet) intersect(other *rowSet) {
	for i := range s {
		s[i] &= other[i]
	}
}

func (s *rowSet) unite(other *rowSet) {
	for i := range s {
		s[i] |= other[i]
	}
}

// fill makes it the set of all rows.
func (s *rowSet) fill() {
	for i := range s {
		s[i] = ^uint64(0)
	}
}

func (s *rowSet) len() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// positions are the rows of the set, the last first.
func (s *rowSet) positions() (all []int) {
	for i := len(s) - 1; i >= 0; i-- {
		for word := s[i]; word != 0; {
			bit := 63 - bits.LeadingZeros64(word)
			all = append(all, i*64+bit)
			word &^= 1 << bit
		}
	}
	return all
}

const setBytes = maxRows / 8

// encode writes the set in the shorter of two forms: the distances between the rows, or all bits.
// No list of distances is as long as the bits.
func (s *rowSet) encode() []byte {
	var list []byte
	previous := -1
	for i, word := range s {
		for word != 0 && len(list) < setBytes {
			position := i*64 + bits.TrailingZeros64(word)
			list = binary.AppendUvarint(list, uint64(position-previous))
			previous = position
			word &= word - 1
		}
	}
	if len(list) < setBytes {
		return list
	}
	all := make([]byte, 0, setBytes)
	for _, word := range s {
		all = binary.LittleEndian.AppendUint64(all, word)
	}
	return all
}

// decode reads what encode has written. It ignores what no encode writes.
func (s *rowSet) decode(b []byte) {
	*s = rowSet{}
	if len(b) == setBytes {
		for i := range s {
			s[i] = binary.LittleEndian.Uint64(b[i*8:])
		}
		return
	}
	for position := -1; len(b) > 0; {
		distance, n := binary.Uvarint(b)
		if n <= 0 || distance == 0 || distance > uint64(maxRows-1-position) {
			return
		}
		position, b = position+int(distance), b[n:]
		s.add(position)
	}
}
