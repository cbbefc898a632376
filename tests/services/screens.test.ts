import { expect, it } from 'vitest'
import { routes } from '../../src/ui/routes.ts'
import { INSIDE, OUTSIDE } from '../e2e/screens/addresses.ts'

/** Of the router itself: what no route is at. */
const OF_NO_ROUTE = ['notFound']

it('every route has its pictures among the screens that are looked at', () => {
  const shown = routes.filter(({ redirect }) => redirect === undefined)
  const inside = shown.filter(({ access }) => access === 'protected').map(({ id }) => id)
  const outside = shown.filter(({ access }) => access !== 'protected').map(({ id }) => id)
  expect(Object.keys(INSIDE).sort()).toEqual([...inside, ...OF_NO_ROUTE].sort())
  expect(Object.keys(OUTSIDE).sort()).toEqual(outside.sort())
})
