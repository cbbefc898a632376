import { describe, expect, it } from 'vitest'
import { eventWords, guardNames, guardWords, spaced, stateWords } from '../../tools/statecharts/words.ts'

describe('words of the statecharts', () => {
  it.each([
    ['rememberFieldErrors', 'remember field errors'],
    ['createAPIKey', 'create api key'],
    ['step2', 'step 2'],
  ])('%s is read as %s', (name, words) => expect(spaced(name)).toBe(words))

  it.each([
    ['isPending', 'if pending'],
    ['not isPending', 'if not pending'],
    ['hasTokens', 'if there are tokens'],
    ['hasCode', 'if there is code'],
    ['not hasCode', 'if there is no code'],
    ['hasNoChoice', 'if there is no choice'],
    ['cannotRefresh', 'if it cannot refresh'],
    ['not cannotRefresh', 'if it can refresh'],
    ['expiresSoon', 'if it expires soon'],
    ['expiresSoon and not cannotRefresh', 'if it expires soon and it can refresh'],
    ['wasSaved or isEmpty', 'if saved or empty'],
  ])('the guard %s is read as: %s', (guard, words) => expect(guardWords(guard)).toBe(words))

  it('names the guards that a guard combines', () => {
    expect(guardNames('expiresSoon and not cannotRefresh')).toEqual(['expiresSoon', 'cannotRefresh'])
  })

  it.each([
    ['event', 'signOut.requested', 'sign out requested'],
    ['event', 'any event', 'any event'],
    ['done', 'loadTokens done', 'load tokens is done'],
    ['error', 'submit failed', 'submit failed'],
    ['after', 'after refreshTimeout (30 s)', 'after refresh timeout (30 s)'],
    ['always', 'always', 'at once'],
    ['finished', 'finished', 'what is inside has finished'],
  ] as const)('%s %s is read as: %s', (kind, event, words) => expect(eventWords({ kind, event })).toBe(words))

  it('names a state by its path in the machine', () => {
    expect(stateWords('session.signedIn.refreshing')).toBe('Signed in · refreshing')
    expect(stateWords('session')).toBe('Anywhere')
  })
})
