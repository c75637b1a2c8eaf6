// Prices are JSON numbers of euros. Sums are made in whole cents, because 0.1 + 0.2 is not 0.3 in
// binary.

export const cents = (euros: number): number => Math.round(euros * 100)

export const euros = (cents: number): number => cents / 100
