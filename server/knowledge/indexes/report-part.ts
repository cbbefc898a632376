import type { IndexReport } from '../../../src/services/contract/indexes.ts'

/** The documents that a report names. */
export const namedIn = ({ documents, unread, lost_edits }: IndexReport) =>
  [...documents, ...unread, ...lost_edits].map(({ document_id }) => document_id)

/** The part of a report about the documents with these ids. */
export const reportOn = (report: IndexReport, ids: ReadonlySet<string>): IndexReport => {
  const isOn = ({ document_id }: { document_id: string }) => ids.has(document_id)
  const hidden = report.documents.filter((one) => !isOn(one))
  const without = (key: 'added' | 'changed' | 'removed' | 'unchanged') =>
    hidden.reduce((left, one) => left - one[key], report[key])
  const [unread, lost] = [report.unread.filter(isOn), report.lost_edits.filter(isOn)]
  return {
    added: without('added'),
    changed: without('changed'),
    removed: without('removed'),
    unchanged: without('unchanged'),
    documents_count: report.documents_count - hidden.length,
    documents: report.documents.filter(isOn),
    unread_count: report.unread_count - report.unread.length + unread.length,
    unread,
    lost_edits_count: report.lost_edits_count - report.lost_edits.length + lost.length,
    lost_edits: lost,
  }
}
