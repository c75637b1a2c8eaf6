package media

import "bytes"

// isAnimated reports whether the file is an animated WebP, GIF or PNG.
func isAnimated(data []byte) bool {
	switch {
	case isWebP(data):
		return len(data) > 20 && string(data[12:16]) == "VP8X" && data[20]&0x02 != 0
	case bytes.HasPrefix(data, pngHeader):
		return chunkOfPNG(data, "acTL") != nil
	case bytes.HasPrefix(data, []byte("GIF8")):
		return framesOfGIF(data) > 1
	}
	return false
}

// framesOfGIF counts the images of a GIF (GIF89a, 20), as far as its blocks can be followed.
func framesOfGIF(data []byte) (frames int) {
	const header, imageDescriptor = 13, 10
	if len(data) < header {
		return 0
	}
	at := header + sizeOfColorTable(data[10])
	for at < len(data) {
		switch data[at] {
		case 0x21: // an extension, with a label
			at += 2
		case 0x2c:
			if frames++; at+imageDescriptor > len(data) {
				return frames
			}
			at += imageDescriptor + sizeOfColorTable(data[at+9]) + 1 // and the size of codes
		default:
			return frames
		}
		for at < len(data) && data[at] > 0 { // blocks of data, each with its length
			at += 1 + int(data[at])
		}
		at++
	}
	return frames
}

// sizeOfColorTable is how many bytes the table takes that the flags announce.
func sizeOfColorTable(flags byte) int {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (flags&0x07 + 1)
}
