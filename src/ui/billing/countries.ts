const names = new Intl.DisplayNames('en', { type: 'region' })

/** `Norway` for NO; a code that the browser does not know stays as it is. */
export function countryName(code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
