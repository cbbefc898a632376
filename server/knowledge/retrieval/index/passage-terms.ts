import { termsOf } from '../terms.ts'
import type { IndexedDocument, IndexedPassage } from './passage-index.ts'

/** What a use of a term counts, by where it stands. */
const TITLE_WEIGHT = 1
const HEADINGS_WEIGHT = 2
const CONTENT_WEIGHT = 1

/** The terms that a passage is found by, each with its weighted uses, and the weighted uses of all. */
export const passageTerms = (document: IndexedDocument, { headings, content }: IndexedPassage) => {
  const uses = new Map<string, number>()
  let length = 0
  const count = (text: string, weight: number) => {
    for (const term of termsOf(text, document.language)) {
      uses.set(term, (uses.get(term) ?? 0) + weight)
      length += weight
    }
  }
  count(document.title, TITLE_WEIGHT)
  count(headings, HEADINGS_WEIGHT)
  count(content, CONTENT_WEIGHT)
  return { uses, length }
}
