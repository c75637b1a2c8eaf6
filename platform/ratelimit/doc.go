// Package ratelimit counts calls against named limits: "login" allows 10 a minute and 60 an hour.
//
// A limit is a token bucket for each of its windows, kept as the moment at which the bucket is full
// again (GCRA). A call takes a token of every window or, when one of them is empty, none.
//
// A Limiter counts by a key of the caller's choice (an address, a user, an email). TakeHere counts
// in the memory of this process: it costs about a microsecond, and every replica allows the whole
// limit. Take counts across replicas, in the table http_limits of PostgreSQL; SQLite has one
// process, which counts in memory. TakeHereWide counts a network that is a part of a wider one,
// which has a bucket of eight times the size. Return takes a call back, for limits that count
// failures alone.
//
// The answer of each is a Result: whether the call is allowed, the headers that say what is left,
// and the fault of a call that is not allowed. platform/httpapi decides which limits a request
// counts against.
package ratelimit
