import { expect, it } from 'vitest'
import { namesakesOf } from '../../src/machines/organizations/organizations/organizations.selectors.ts'
import { matchesOf } from '../../src/machines/shell/picker.options.ts'
import { organization } from './samples.ts'

it('[session 39b] organizations of one name are told apart, and found, by their addresses', () => {
  const list = [
    { ...organization('a'), name: 'Shop', slug: 'shop' },
    { ...organization('b'), name: 'Shop', slug: 'shop-2' },
    { ...organization('c'), name: 'Other', slug: 'other' },
  ]
  const namesakes = namesakesOf(list)
  expect([...namesakes]).toEqual([
    ['a', 'shop'],
    ['b', 'shop-2'],
  ])
  const options = list.map(({ id, name }) => ({ id, label: name, group: '', keywords: namesakes.get(id) }))
  expect(matchesOf(options, 'shop 2').matches.map(({ id }) => id)).toEqual(['b'])
})
