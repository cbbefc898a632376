import { stringify } from 'csv-stringify/sync'

/** Tells a spreadsheet that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Lines of a table. A spreadsheet would treat a cell that begins with = + - @ as a formula. */
export const csvOf = (rows: unknown[][]) =>
  stringify(rows, { escape_formulas: true, cast: { boolean: (value) => (value ? 'yes' : 'no') } })
