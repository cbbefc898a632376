import { describe, expect, it } from 'vitest'
import { asClause, casesByName, effectWords } from '../../tools/statecharts/sentences.ts'
import { eventWords, guardNames, guardWords, spaced, stateWords } from '../../tools/statecharts/words.ts'
import { labelled } from '../harness/model/labels.ts'

describe('words of the statecharts', () => {
  it.each([
    ['rememberFieldErrors', 'remember field errors'],
    ['createAPIKey', 'create api key'],
    ['step2', 'step 2'],
    ['READ_AGAIN_AFTER', 'read again after'],
  ])('%s is read as %s', (name, words) => expect(spaced(name)).toBe(words))

  it.each([
    ['isPending', 'if pending'],
    ['not isPending', 'if not pending'],
    ['hasTokens', 'if there are tokens'],
    ['hasCode', 'if there is code'],
    ['not hasCode', 'if there is no code'],
    ['hasGivenUp', 'if it has given up'],
    ['not hasExpired', 'if it has not expired'],
    ['hasAttemptsLeft', 'if there are attempts left'],
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
    ['done', 'loadTokens done', 'tokens loaded'],
    ['done', 'goToPayment done', 'gone to payment'],
    ['done', 'billingDetails done', 'billing details finished'],
    ['error', 'submit failed', 'not submitted'],
    ['after', 'after refreshTimeout (30 s)', 'after 30 s'],
    ['after', 'after retryDelay', 'after retry delay'],
    ['always', 'always', 'at once'],
    ['finished', 'finished', 'what is inside has finished'],
  ] as const)('%s %s is read as: %s', (kind, event, words) => expect(eventWords({ kind, event })).toBe(words))

  it.each([
    ['tokens not loaded', 'the tokens are not loaded'],
    ['not submitted', 'it is not submitted'],
    ['clock tick', 'clock tick'],
    ['export failed', 'the export has failed'],
    ['data arrived', 'the data has arrived'],
  ])('%s, in a sentence: %s', (words, clause) => expect(asClause(words)).toBe(clause))

  it.each([
    [{ name: 'showToast', params: { message: 'Session expired' } }, 'shows: “Session expired”'],
    [{ name: 'start refreshTokens', params: {} }, 'asks the server for new tokens'],
    [{ name: 'start createKnowledgeBase', params: {} }, 'creates knowledge base'],
    [{ name: 'begin createOrganization', params: {} }, 'starts the form “create organization”'],
    [{ name: 'begin socket:organization:o1', params: {} }, 'starts socket “organization:o1”'],
    [
      { name: 'send draftReply:c1', params: { type: 'text.changed', text: 'Dear Grace,' } },
      'tells draft reply “c1”: text changed (“Dear Grace,”)',
    ],
    [{ name: 'rememberPicked', params: { id: 'a b' } }, 'remembers picked: a b'],
    [{ name: 'time xstate.after.backoff.socket', params: 16_000 }, 'waits 16 s'],
  ])('%o is told as: %s', (effect, words) => expect(effectWords(effect)).toBe(words))

  it('names a case by what the model calls it, and tells equal names apart', () => {
    const ended = labelled('The access token has ended', { type: 'clock.tick', now: 1 })
    const cases = [
      ended,
      { type: 'list.read', items: [1, 2] },
      { type: 'list.read', items: [3, 4] },
      { type: 'list.read', list: labelled('It is empty', []) },
      { type: 'field.changed', name: 'email', value: 'grace' },
    ]
    expect([...casesByName(cases).keys()]).toEqual([
      'the access token has ended',
      'the list is read: items 2 of them',
      'the list is read: items 2 of them (2)',
      'the list is read: it is empty',
      'the field is changed: “email” to “grace”',
    ])
  })

  it('names a case without the full stop of its text', () => {
    const named = labelled('Your role does not allow this.', { type: 'clock.tick' })
    const refused = { type: 'xstate.error.actor.export', error: labelled('403: Not allowed.', {}) }
    expect([...casesByName([named, refused]).keys()]).toEqual([
      'your role does not allow this',
      'the export has failed: 403: Not allowed',
    ])
  })

  it('names a state by its path in the machine', () => {
    expect(stateWords('session.signedIn.refreshing')).toBe('Signed in · refreshing')
    expect(stateWords('session')).toBe('Anywhere')
  })
})
