const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** False ends: the segmenter takes "e.g. " before a capital for the end of a sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|approx|no|nos|vs|dr|mr|mrs|ms|st|fig|art|para|min|max|inc|ltd|co)\.\s*$/i

/** As in an address, whose `?` ends no sentence. */
const GOES_ON = /^[\p{L}\d=&#%/_-]/u
const ENDS = /[.?!]$/

/** Positions of a text's sentences, trimmed, in UTF-16 units; a line break in a list or table ends one too. */
export const sentencesOf = (text: string): { start: number; end: number }[] => {
  const spans: { start: number; end: number }[] = []
  let from: number | null = null
  for (const { segment, index } of segmenter.segment(text)) {
    const start: number = from ?? index
    const end = index + segment.length
    const whole = text.slice(start, end)
    const isInside = ENDS.test(segment) && GOES_ON.test(text.slice(end, end + 2))
    if (isInside || (ABBREVIATION.test(whole) && end < text.length && !segment.endsWith('\n'))) {
      from = start
      continue
    }
    from = null
    const lead = whole.length - whole.trimStart().length
    const trimmed = whole.trim()
    if (trimmed !== '') spans.push({ start: start + lead, end: start + lead + trimmed.length })
  }
  return spans
}
