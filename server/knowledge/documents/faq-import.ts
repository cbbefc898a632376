import type * as z from 'zod/mini'
import { cut } from '../../../src/services/contract/common.ts'
import { DOCUMENT_NAME_MAX, FAQ_ANSWER_MAX, FaqPair } from '../../../src/services/contract/documents.ts'
import {
  FAQ_IMPORT_BOUNDS,
  FAQ_IMPORT_MAX,
  type FaqImport,
  type FaqSkipReason,
} from '../../../src/services/contract/faq-import.ts'
import { invalid, Refusal } from '../../kernel/errors.ts'
import { IngestionFailure } from '../../kernel/texts/reasons.ts'
import { decodeText } from '../ingestion/decode.ts'
import { rowsOf } from '../ingestion/readers/csv.ts'
import type { Contents } from './contents.service.ts'
import type { DocumentsRepository } from './documents.repository.ts'

const FIRST_SHOWN = 5
const SKIPPED_SHOWN = 100
/** Length of one line in a message, not a page. */
const QUESTION_SHOWN = 120
const QUESTION_COLUMN = /^(questions?|q|frage|fragen|vraag|pregunta|domanda)$/i
const ANSWER_COLUMN = /^(answers?|a|antwort|antworten|antwoord|réponse|respuesta|risposta)$/i

type Pair = z.output<typeof FaqPair>
type Skipped = FaqImport['skipped'][number]
type Base = { id: string; organizationId: string }
type Parts = { contents: Contents; documents: Pick<DocumentsRepository, 'of'> }

export type FaqImporter = ReturnType<typeof createFaqImporter>

/** Indexes of the columns to use: according to the header, or the first two. */
const columnsOf = ([first = []]: string[][]) => {
  const question = first.findIndex((cell) => QUESTION_COLUMN.test(cell))
  const answer = first.findIndex((cell) => ANSWER_COLUMN.test(cell))
  return question >= 0 && answer >= 0
    ? { question, answer, isHeaded: true }
    : { question: 0, answer: 1, isHeaded: false }
}

const wrongWith = (question: string, answer: string): FaqSkipReason | null => {
  if (question === '') return 'no_question'
  if (answer === '') return 'no_answer'
  if (question.length > DOCUMENT_NAME_MAX) return 'question_too_long'
  if (answer.length > FAQ_ANSWER_MAX) return 'answer_too_long'
  return null
}

const keyOf = (question: string) => question.toLowerCase()

/** Questions and answers from a CSV file, in any spreadsheet's encoding. */
export const createFaqImporter = ({ contents, documents }: Parts) => {
  /** @throws Refusal 422 for a file that is not a table, or too long a one */
  const rowsIn = (bytes: Uint8Array) => {
    try {
      return rowsOf(decodeText(bytes), FAQ_IMPORT_BOUNDS)
    } catch (error) {
      if (error instanceof IngestionFailure) throw invalid({ file: error.said })
      throw error
    }
  }

  const sorted = async ({ id }: Base, userId: string, bytes: Uint8Array, approved: boolean) => {
    const rows = rowsIn(bytes)
    const columns = columnsOf(rows)
    const known = new Set(
      (await documents.of(id, userId))
        .filter(({ source }) => source === 'faq')
        .map(({ name }) => keyOf(name)),
    )
    const pairs: (Pair & { row: number })[] = []
    const skipped: Skipped[] = []
    for (const [index, cells] of rows.entries()) {
      if ((columns.isHeaded && index === 0) || cells.every((cell) => cell === '')) continue
      const [question, answer] = [cells[columns.question] ?? '', cells[columns.answer] ?? '']
      const skip = (reason: FaqSkipReason) =>
        skipped.push({ row: index + 1, question: cut(question, QUESTION_SHOWN), reason })
      const wrong = wrongWith(question, answer)
      const pair = wrong ? null : FaqPair.safeParse({ question, answer, approved })
      if (wrong) skip(wrong)
      else if (!pair?.success) skip('unusable')
      else if (known.has(keyOf(question))) skip('known')
      else if (pairs.length >= FAQ_IMPORT_MAX) skip('too_many')
      else {
        known.add(keyOf(question))
        pairs.push({ ...pair.data, row: index + 1 })
      }
    }
    return { pairs, skipped }
  }

  const importResult = (pairs: Pair[], skipped: Skipped[]): FaqImport => ({
    added: pairs.length,
    first: pairs.slice(0, FIRST_SHOWN).map(({ question, answer }) => ({ question, answer })),
    skipped_total: skipped.length,
    skipped: skipped.toSorted((a, b) => a.row - b.row).slice(0, SKIPPED_SHOWN),
  })

  return {
    /** Pairs that an import would add. */
    async preview(base: Base, userId: string, bytes: Uint8Array): Promise<FaqImport> {
      const { pairs, skipped } = await sorted(base, userId, bytes, false)
      return importResult(pairs, skipped)
    },

    /** @throws Refusal 402 if the plan has no room for the first of them */
    async add(base: Base, userId: string, bytes: Uint8Array, approved: boolean): Promise<FaqImport> {
      const { pairs, skipped } = await sorted(base, userId, bytes, approved)
      const added: Pair[] = []
      for (const { row, ...pair } of pairs) {
        try {
          await contents.addFaq(base, userId, pair)
          added.push(pair)
        } catch (error) {
          if (!(error instanceof Refusal) || (error.status === 402 && added.length === 0)) throw error
          const reason =
            error.body.code === 'duplicate' ? 'known' : error.status === 402 ? 'too_many' : 'unusable'
          skipped.push({ row, question: cut(pair.question, QUESTION_SHOWN), reason })
        }
      }
      return importResult(added, skipped)
    },
  }
}
