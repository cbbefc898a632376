import { shownLanguage } from '../../texts/t.ts'

const whole = new Intl.NumberFormat(shownLanguage(), {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})
const exact = new Intl.NumberFormat(shownLanguage(), { style: 'currency', currency: 'USD' })

/** Dollars as in a price list: `$59`, `$19.50`. */
export const formatDollars = (dollars: number) =>
  Number.isInteger(dollars) ? whole.format(dollars) : exact.format(dollars)

/** Cents as on an invoice: `$59.00`. */
export const formatCents = (cents: number) => exact.format(cents / 100)

const names = new Intl.DisplayNames(shownLanguage(), { type: 'region' })

/** `Norway` for NO; a code that the browser does not know stays as it is. */
export function countryName(code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
