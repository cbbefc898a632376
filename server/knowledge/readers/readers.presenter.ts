import type { Sharing } from '../../../src/services/contract/documents.ts'
import type {
  ReadableBases,
  Readers,
  ReadingReason,
  UsableAssistants,
} from '../../../src/services/contract/readers.ts'
import type { ReasonRow } from './readers.repository.ts'

type Row = ReasonRow & { sharing?: Sharing | null }

const reasonOf = ({ isRestricted, sharing, group }: Row): ReadingReason => {
  if (!isRestricted) return { kind: 'everyone', name: null }
  if (sharing) return { kind: 'service', name: sharing.service }
  return group === null ? { kind: 'person', name: null } : { kind: 'group', name: group }
}

export const presentPeople = (rows: readonly Row[]): Readers['people'] =>
  [...Map.groupBy(rows, ({ userId }) => userId).values()].map((theirs) => ({
    user_id: theirs[0]!.userId,
    name: theirs[0]!.person,
    reasons: theirs.map(reasonOf),
  }))

const readableOf = (rows: readonly Row[]) =>
  [...Map.groupBy(rows, ({ id }) => id).values()].map((ofOne) => ({
    id: ofOne[0]!.id,
    name: ofOne[0]!.name,
    reasons: ofOne.map(reasonOf),
  }))

export const presentAssistants: (rows: readonly Row[]) => UsableAssistants = readableOf

/** Knowledge bases, each with its documents that are not open to all its readers. */
export const presentBases = (
  rows: readonly Row[],
  documents: readonly (Row & { knowledgeBaseId: string })[],
): ReadableBases =>
  readableOf(rows).map((base) => ({
    ...base,
    documents: readableOf(documents.filter(({ knowledgeBaseId }) => knowledgeBaseId === base.id)),
  }))
