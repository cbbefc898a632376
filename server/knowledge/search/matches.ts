import type { Span } from '../../../src/services/contract/common.ts'
import type { QuestionWord } from '../retrieval/index/question-words.ts'
import { termsAt } from '../retrieval/terms.ts'

/** Where a text holds words of the question, as the index finds them: in any inflection, or as another word for the same. */
export const matchesOf = (content: string, language: string, words: QuestionWord[]): Span[] => {
  const asked = new Set(words.flatMap(({ terms }) => terms.map(({ term }) => term)))
  const spans: Span[] = []
  for (const { start, end, terms } of termsAt(content, language)) {
    if (!terms.some((term) => asked.has(term))) continue
    const last = spans.at(-1)
    // Pairs of letters overlap where words are not parted by spaces.
    if (last && start < last.end) last.end = end
    else spans.push({ start, end })
  }
  return spans
}
