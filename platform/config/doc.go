// Package config reads a configuration into a struct: its defaults, then a YAML file, then the
// environment, each over the one before. It owns the way from texts to values, and the types of
// secrets, which never print. The struct and its rules belong to the caller: see Settings.
//
// Each field has a yaml tag. A key is its path (http.addr); its variable is ORDERD_ and the path in
// capitals (ORDERD_HTTP_ADDR). All faults are reported at once. Enter by Load.
package config
