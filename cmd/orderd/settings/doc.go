// Package settings is the configuration of the service: its keys, their defaults and their rules.
// It reads them by platform/config. Enter by Load.
package settings
