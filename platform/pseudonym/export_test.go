package pseudonym

// Unkeyed is what an address was named before there was a key.
var Unkeyed = unkeyed
