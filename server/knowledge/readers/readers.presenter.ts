import type { ReadableBases, Readers, ReadingReason } from '../../../src/services/contract/readers.ts'
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

export const presentBases = (rows: readonly ReasonRow[]): ReadableBases =>
  [...groupedBy(rows, ({ id }) => id).values()].map((ofBase) => ({
    id: ofBase[0]!.id,
    name: ofBase[0]!.name,
    reasons: ofBase.map(reasonOf),
  }))
