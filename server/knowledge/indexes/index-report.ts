import { INDEX_REPORT_LENGTH, type IndexReport } from '../../../src/services/contract/indexes.ts'
import type { PassageRow } from '../documents/passages.repository.ts'
import type { ReadForIndex } from './indexes.repository.ts'

type Counts = Pick<IndexReport, 'added' | 'changed' | 'removed' | 'unchanged'>
type Read = Pick<PassageRow, 'content' | 'original' | 'charStart'>

const NONE: Counts = { added: 0, changed: 0, removed: 0, unchanged: 0 }

const textOf = ({ original, content }: Read) => original ?? content

/** Compares a document's passages with the previous ones, by original text and start. */
export const changesBetween = (before: Read[], after: Read[]): Counts => {
  const textsBefore = new Set(before.map(textOf))
  const textsAfter = new Set(after.map(textOf))
  const gone = before.filter((passage) => !textsAfter.has(textOf(passage)))
  const come = after.filter((passage) => !textsBefore.has(textOf(passage)))
  const places = new Set(gone.map(({ charStart }) => charStart))
  const changed = come.filter(({ charStart }) => places.has(charStart)).length
  return {
    added: come.length - changed,
    changed,
    removed: gone.length - changed,
    unchanged: after.length - come.length,
  }
}

const sizeOf = ({ added, changed, removed }: Counts) => added + changed + removed

/** Differences between an index and the one that it replaces. */
export const reportOf = (readings: ReadForIndex[]): IndexReport => {
  const documents = readings
    .map(({ documentId, name, changes }) => ({ document_id: documentId, name, ...(changes ?? NONE) }))
    .filter((one) => sizeOf(one) > 0)
    .sort((one, other) => sizeOf(other) - sizeOf(one) || one.name.localeCompare(other.name))
  const unread = readings.flatMap(({ documentId, name, error }) =>
    error ? [{ document_id: documentId, name, error }] : [],
  )
  const lost = readings.flatMap(({ documentId, name, lostEdits }) =>
    (lostEdits ?? []).map((edit) => ({ document_id: documentId, name, ...edit })),
  )
  const total = (key: keyof Counts) => readings.reduce((sum, { changes }) => sum + (changes?.[key] ?? 0), 0)
  return {
    added: total('added'),
    changed: total('changed'),
    removed: total('removed'),
    unchanged: total('unchanged'),
    documents_count: documents.length,
    documents: documents.slice(0, INDEX_REPORT_LENGTH),
    unread_count: unread.length,
    unread: unread.slice(0, INDEX_REPORT_LENGTH),
    lost_edits_count: lost.length,
    lost_edits: lost.slice(0, INDEX_REPORT_LENGTH),
  }
}
