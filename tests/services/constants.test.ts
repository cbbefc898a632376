import { describe, expect, it } from 'vitest'
import { applied, sourceOf } from '../../tools/mutation/constants/change.ts'
import { TABLE } from '../../tools/mutation/constants/table.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, place) => place + 1)

describe('the table of constants that npm run mutate:constants changes', () => {
  it('finds each of them where it says', () => {
    for (const change of TABLE) expect(applied(sourceOf(change.file), change)).toContain(change.to)
  })

  it.each([...numbers(16).map((clause) => `S8.${clause}`), ...numbers(9).map((clause) => `S9.${clause}`)])(
    'has those of %s',
    (clause) => {
      expect(TABLE.filter((change) => change.clause === clause)).not.toEqual([])
    },
  )
})
