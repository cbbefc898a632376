import { termsOf } from '../terms.ts'
import type { IndexedDocument, IndexedPassage } from './passage-index.ts'

/** Weights of a term by the field that it occurs in. */
const TITLE_WEIGHT = 1
const HEADINGS_WEIGHT = 2
const CONTENT_WEIGHT = 1

/** The terms of a passage with their weighted uses; `length` is the sum of these. */
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
