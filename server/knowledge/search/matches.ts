import type { Span } from '../../../src/services/contract/common.ts'
import type { QuestionWord } from '../retrieval/index/question-words.ts'
import { termsAt } from '../retrieval/terms.ts'

/** Positions of the question's words in a text, as the index matches them: in any inflection, or as synonyms. */
export const matchesOf = (content: string, language: string, words: QuestionWord[]): Span[] => {
  const asked = new Set(words.flatMap(({ terms }) => terms.map(({ term }) => term)))
  const spans: Span[] = []
  for (const { start, end, terms } of termsAt(content, language)) {
    if (!terms.some((term) => asked.has(term))) continue
    const last = spans.at(-1)
    // Pairs of letters overlap in scripts without spaces between words.
    if (last && start < last.end) last.end = end
    else spans.push({ start, end })
  }
  return spans
}
