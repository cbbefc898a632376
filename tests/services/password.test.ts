import { describe, expect, it } from 'vitest'
import { passwordChecks, passwordProblem, passwordStrength } from '../../src/services/contract/password.ts'

const OWNER = { email: 'ada.holm@example.test', first_name: 'Ada', last_name: 'Holmberg' }

describe('the rules of a password', () => {
  it.each(['Staple-9', 'correct horse battery', 'justlowercaseletters', 'Ada-likes-9-boots', 'x'.repeat(72)])(
    'let %s pass',
    (password) => expect(passwordProblem(password, OWNER)).toBeNull(),
  )

  it.each([
    ['Ab-9', 'Use 8 to 72 characters.'],
    ['x'.repeat(73), 'Use 8 to 72 characters.'],
    ['staple-9', 'Use lower- and upper-case letters, a digit and a symbol, or 16 characters or more.'],
    ['Staple99', 'Use lower- and upper-case letters, a digit and a symbol, or 16 characters or more.'],
    ['Staple--', 'Use lower- and upper-case letters, a digit and a symbol, or 16 characters or more.'],
    ['ADA.holm-1843', 'Your password must not contain your email address or name.'],
    ['the holmberg boots are nice', 'Your password must not contain your email address or name.'],
  ])('refuse %s', (password, problem) => expect(passwordProblem(password, OWNER)).toBe(problem))
})

it.each([
  ['', 0],
  ['aaaaaaaaaaaa', 1],
  ['abcdefghijkl', 1],
  ['Staple-9', 2],
  ['correct horse battery', 4],
  ['Staple-9-battery', 4],
])('the strength of %j is %i', (password, strength) => expect(passwordStrength(password)).toBe(strength))

it('[ux 1] ticks a rule only where it is met: a long password has no rules about its characters', () => {
  const shown = (password: string) => passwordChecks(password, OWNER).map(({ id, met }) => `${id} ${met}`)
  expect(shown('staple-9')).toEqual(['length true', 'case false', 'digit true', 'sign true', 'own true'])
  expect(shown('four words are good')).toEqual(['length true', 'own true'])
})
