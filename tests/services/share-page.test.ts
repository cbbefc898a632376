import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { SharePage } from '../../src/services/contract/share.ts'
import { isSharePage } from '../../src/services/visitors/share-page.ts'

const page: SharePage = {
  id: 'a1',
  name: 'Boots',
  avatar: '',
  logo_url: '',
  color: 'brick',
  welcome_message: '',
  starter_questions: ['How long may boots be returned?'],
  answers: 'quoted',
  closed: null,
  budget: { limit: 20, left: 3, resets_at: '2026-01-01T00:00:00.000Z', resets_in: 60 },
  powered_by: true,
  handover: false,
}
const agrees = (value: unknown) => expect(isSharePage(value)).toBe(z.safeParse(SharePage, value).success)

it('[S2.8] the answer that the public page is drawn of is checked as its contract says', () => {
  expect(isSharePage(page)).toBe(true)
  for (const closed of ['paused', 'expired', 'over_budget', null, 'asleep', 1]) agrees({ ...page, closed })
  for (const color of ['#1F6650', '#1f', 'ochre', 'mud']) agrees({ ...page, color })
  for (const answers of ['written', 'sung', null]) agrees({ ...page, answers })
  for (const left of [0, 1.5, '1', null]) agrees({ ...page, budget: { ...page.budget, left } })
})

it.each(Object.keys(page))('a page without its %s is none', (name) => {
  agrees({ ...page, [name]: undefined })
})

it('an answer that is not a page is rejected', () => {
  for (const value of [null, undefined, 'page', [], { budget: null }]) agrees(value)
})
