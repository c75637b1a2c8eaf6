package media

import (
	"bytes"
	"encoding/binary"
	"iter"
)

// exifHeader is what stands before EXIF data in a JPEG, and with some programs in a WebP.
var exifHeader = []byte("Exif\x00\x00")

// segmentsOfJPEG yields the segments before the first scan of a JPEG, by their markers (ITU T.81,
// B.1.1). It ends at a marker without a segment too: what follows, decoders read each in their way.
func segmentsOfJPEG(data []byte) iter.Seq2[byte, []byte] {
	return func(yield func(marker byte, segment []byte) bool) {
		for at := 2; at+4 <= len(data) && data[at] == 0xff; {
			marker, size := data[at+1], int(binary.BigEndian.Uint16(data[at+2:]))
			switch {
			case marker == 0xff: // a fill byte
				at++
				continue
			case marker < 0xc0, marker >= 0xd0 && marker <= 0xda, size < 2, at+2+size > len(data):
				return
			}
			if !yield(marker, data[at+4:at+2+size]) {
				return
			}
			at += 2 + size
		}
	}
}

// exifOfJPEG is the EXIF data of a JPEG: of the first segment APP1 that has it. nil is none.
func exifOfJPEG(data []byte) []byte {
	for marker, segment := range segmentsOfJPEG(data) {
		if exif, found := bytes.CutPrefix(segment, exifHeader); found && marker == 0xe1 {
			return exif
		}
	}
	return nil
}

// exifOfPNG is the chunk eXIf of a PNG (PNG, 11.3.4.6), or nil.
func exifOfPNG(data []byte) []byte { return chunkOfPNG(data, "eXIf") }

// chunkOfPNG is the content of the first chunk with the name (PNG, 5.3), or nil.
func chunkOfPNG(data []byte, name string) []byte {
	for at := 8; at+12 <= len(data); {
		size := int64(binary.BigEndian.Uint32(data[at:]))
		if size > int64(len(data)-at-12) {
			return nil
		}
		if string(data[at+4:at+8]) == name {
			return data[at+8 : at+8+int(size)]
		}
		at += 12 + int(size)
	}
	return nil
}

// exifOfWebP is the chunk EXIF of a WebP (RFC 9649, 2.7.1.5), or nil.
func exifOfWebP(data []byte) []byte { return bytes.TrimPrefix(chunkOfWebP(data, "EXIF"), exifHeader) }

// orientationOf is the orientation of EXIF data, 1 to 8: a SHORT of the first directory. 1 also
// stands for none, and for data that is damaged.
func orientationOf(exif []byte) int {
	const tag, short = 0x0112, 3
	if len(exif) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.BigEndian
	if exif[0] == 'I' {
		order = binary.LittleEndian
	}
	directory := int64(order.Uint32(exif[4:]))
	if directory+2 > int64(len(exif)) {
		return 1
	}
	entries := exif[directory+2:]
	for range order.Uint16(exif[directory:]) {
		if len(entries) < 12 {
			return 1
		}
		if order.Uint16(entries) == tag && order.Uint16(entries[2:]) == short {
			if o := int(order.Uint16(entries[8:])); o >= 1 && o <= 8 {
				return o
			}
			return 1
		}
		entries = entries[12:]
	}
	return 1
}
