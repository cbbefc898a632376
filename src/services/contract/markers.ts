const FENCE = /^\s*```/
const MARKER = / ?\[\d{1,3}\]/g

/** Between paired backticks: the rest of an odd number of them is text. */
const outsideOfCode = (line: string) =>
  line
    .split('`')
    .map((part, place, parts) =>
      place % 2 === 1 && place < parts.length - 1 ? part : part.replace(MARKER, ''),
    )
    .join('`')

/** An answer without its citation markers; code, whose brackets are its own, stays unchanged. */
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

const MARKDOWN: readonly (readonly [RegExp, string])[] = [
  [/^ {0,3}#{1,6} +/, ''],
  [/^( {0,12})[*+] +/, '$1- '],
  [/\*\*([^*]+)\*\*/g, '$1'],
  [/__([^_]+)__/g, '$1'],
  [/(?<![\w*])\*([^*]+)\*(?![\w*])/g, '$1'],
  [/(?<!\w)_([^_]+)_(?!\w)/g, '$1'],
  [/`([^`]+)`/g, '$1'],
  [/\[([^[\]]+)\]\(([^()\s]+)\)/g, '$1 ($2)'],
]

/** An answer as plain text for a mail or a message; lists stay, with hyphens. */
export const asPlainText = (markdown: string) =>
  withoutMarkers(markdown)
    .split('\n')
    .filter((line) => !FENCE.test(line))
    .map((line) => MARKDOWN.reduce((text, [mark, plain]) => text.replace(mark, plain), line))
    .join('\n')
    .trim()
