/** The text that a format shows around a number, and the minimum number of its digits. */
export type Shape = { before: string; after: string; digits: number }

export const PLAIN_SHAPE: Shape = { before: '', after: '', digits: 1 }

/** Quoted text, an escaped letter, a currency, space as wide as a letter or as the cell, the number, or a sign. */
const TOKEN =
  /"([^"]*)"|\\(.)|\[\$([^\][-]*)(?:-[^\][]*)?\]|[_*].|(general|[0#?][0#?.,/]*)|(\[[<>=])|([€$£¥ ])/gi

/** The unit, currency and leading zeros of a format code. One that depends on the number, or scales it, has none. */
export const shapeOf = (code: string): Shape => {
  const tokens = [...(code.split(';')[0] ?? '').matchAll(TOKEN)]
  const numbers = tokens.flatMap(([, , , , number]) => number ?? [])
  const at = tokens.findIndex(([, , , , number]) => number !== undefined)
  const [number = ','] = numbers
  if (numbers.length !== 1 || number.endsWith(',') || tokens.some(([, , , , , condition]) => condition))
    return PLAIN_SHAPE
  const textOf = (some: typeof tokens) =>
    some
      .map(([, quoted, escaped, currency, , , sign]) => quoted ?? escaped ?? currency ?? sign ?? '')
      .join('')
  return {
    before: textOf(tokens.slice(0, at)).trimStart(),
    after: textOf(tokens.slice(at + 1)).trimEnd(),
    digits: /^0+$/.test(number) ? number.length : 1,
  }
}
