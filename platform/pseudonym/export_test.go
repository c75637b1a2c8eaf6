package pseudonym

// Unkeyed is the id that an address had before ids were keyed.
var Unkeyed = unkeyed
