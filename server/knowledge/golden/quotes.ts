/** Runs of this many letters, ignoring blanks, distinguish texts of one language. */
const RUN = 12
/** A passage cut at another place contains at least the longer part of a quote. */
const SHARE_MIN = 0.5

const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** Whether a passage contains a quote, wherever the document was cut. */
export const holdsQuote = (content: string, quote: string) => {
  const [held, wanted] = [lettersOf(content), lettersOf(quote)]
  if (held.includes(wanted)) return true
  const runs = Math.max(1, wanted.length - RUN + 1)
  let found = 0
  for (let at = 0; at < runs; at++) if (held.includes(wanted.slice(at, at + RUN))) found++
  return found / runs >= SHARE_MIN
}
