import type {
  ReadableBases,
  Readers,
  ReadingReason,
  UsableAssistants,
} from '../../../src/services/contract/readers.ts'
import { groupedBy } from '../../conversations/analytics/groups.ts'
import type { ReasonRow } from './readers.repository.ts'

const reasonOf = ({ isRestricted, group }: ReasonRow): ReadingReason => {
  if (!isRestricted) return { kind: 'everyone', name: null }
  return group === null ? { kind: 'person', name: null } : { kind: 'group', name: group }
}

export const presentPeople = (rows: readonly ReasonRow[]): Readers['people'] =>
  [...groupedBy(rows, ({ userId }) => userId).values()].map((theirs) => ({
    user_id: theirs[0]!.userId,
    name: theirs[0]!.person,
    reasons: theirs.map(reasonOf),
  }))

const readableOf = (rows: readonly ReasonRow[]) =>
  [...groupedBy(rows, ({ id }) => id).values()].map((ofOne) => ({
    id: ofOne[0]!.id,
    name: ofOne[0]!.name,
    reasons: ofOne.map(reasonOf),
  }))

export const presentAssistants = (rows: readonly ReasonRow[]): UsableAssistants => readableOf(rows)

/** Knowledge bases, each with those of its documents that are not for all of its readers. */
export const presentBases = (
  rows: readonly ReasonRow[],
  documents: readonly (ReasonRow & { knowledgeBaseId: string })[],
): ReadableBases =>
  readableOf(rows).map((base) => ({
    ...base,
    documents: readableOf(documents.filter(({ knowledgeBaseId }) => knowledgeBaseId === base.id)),
  }))
