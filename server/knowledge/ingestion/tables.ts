/** Formats rows of one-line cells as a Markdown table; the first row is the header. */
export const tableText = (rows: string[][]) => {
  const [header = [], ...body] = rows
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(header), `|${' --- |'.repeat(header.length)}`, ...body.map(line)].join('\n')
}
