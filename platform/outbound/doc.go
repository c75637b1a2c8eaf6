// Package outbound sends requests to addresses that others have chosen: to public hosts alone,
// whatever their names resolve to. Enter by Targets: CheckURL judges what an address says, and each
// connect of a transport by NewDialer judges where it leads.
package outbound
