import { expect, it } from 'vitest'
import { createCitations } from '../../../server/assistants/answering/citations.ts'
import { hit } from './hits.ts'

const RETURNS = '商品在购买后30天内可以退货，但需要出示收据，并保持原包装。'
const CLOSED = '商店周日关门！'

it('a claim in Chinese cites its sentence, and not the whole passage', () => {
  const citations = createCitations([hit(`${RETURNS}${CLOSED}`)])
  const claim = '顾客购买商品后30天内可退货，须出示收据，且商品保持原包装。'
  citations.cite(1, claim)
  citations.cite(1, `${claim}[1]周日关门`)
  expect(citations.known().map(({ quote }) => quote)).toEqual([RETURNS, CLOSED])
})
