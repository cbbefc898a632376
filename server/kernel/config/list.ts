/** What a setting names, separated by commas. */
export const list = (separatedByCommas: string) =>
  separatedByCommas
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
