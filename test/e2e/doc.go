// Package e2e drives the whole service as its users do: over real HTTP, on a real database of each
// dialect, with a real SMTP conversation behind the mails. Every answer is checked against the
// service's own OpenAPI document.
package e2e
