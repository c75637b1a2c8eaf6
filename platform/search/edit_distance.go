package search

// EditDistance is the number of characters to insert, delete, replace or swap with their neighbour
// to turn a into b (optimal string alignment).
func EditDistance(a, b []rune) int {
	beforePrevious, previous, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		beforePrevious, previous, row = previous, row, beforePrevious
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replaced := previous[j-1]
			if a[i-1] != b[j-1] {
				replaced++
			}
			row[j] = min(replaced, previous[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], beforePrevious[j-2]+1)
			}
		}
	}
	return row[len(b)]
}

// MaxEdits is how many typing errors a word of so many characters can have: 1 up to 5 of them, else
// 2.
func MaxEdits(characters int) int {
	if characters <= 5 {
		return 1
	}
	return 2
}
