// Package strictjson reads a JSON text (RFC 8259) as it was submitted: a Value keeps the text of
// numbers and the order of members, so that a check can be exact and can name the place of a fault.
//
// It is stricter than encoding/json: duplicate names, bad UTF-8, lone surrogates and nesting deeper
// than 64 are errors. Decimal is the exact value of a number.
package strictjson
