const FENCE = /^\s*```/
const MARKER = / ?\[\d{1,3}\]/g

/** Between backticks, where both are there: what is left of an odd number of them is text. */
const outsideOfCode = (line: string) =>
  line
    .split('`')
    .map((part, place, parts) =>
      place % 2 === 1 && place < parts.length - 1 ? part : part.replace(MARKER, ''),
    )
    .join('`')

/** An answer as it reads without the numbers of its sources; code, where brackets are its own, stays as it is. */
export const withoutMarkers = (markdown: string) => {
  let inCode = false
  return markdown
    .split('\n')
    .map((line) => {
      if (!FENCE.test(line)) return inCode ? line : outsideOfCode(line)
      inCode = !inCode
      return line
    })
    .join('\n')
}
