/** The entries of a comma-separated setting. */
export const list = (separatedByCommas: string) =>
  separatedByCommas
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
