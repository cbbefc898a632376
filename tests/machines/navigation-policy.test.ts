import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Visitor } from '../../src/machines/shell/navigation/navigation.types.ts'
import { ownPath } from '../../src/machines/shell/navigation/own-path.ts'
import { decide, listInstead } from '../../src/machines/shell/navigation/policy.ts'
import { match } from '../../src/machines/shell/navigation/routes.ts'
import { routes } from '../../src/ui/routes.ts'
import { RUNS } from '../harness/runs.ts'

const inside: Visitor = { signedIn: true, reason: 'none' }
const outside = (reason: Visitor['reason'] = 'none'): Visitor => ({ signedIn: false, reason })

const shown = (path: string, visitor: Visitor, pendingResetToken: string | null = null) =>
  decide({ routes, visitor, pendingResetToken }, path)

describe('the access policy', () => {
  it.each([
    ['[S2.10] / without tokens', '/', outside(), '/login'],
    [
      '[S6.1] another page without tokens',
      '/profile?a=1#b',
      outside(),
      '/login?return=%2Fprofile%3Fa%3D1%23b',
    ],
    [
      '[S4.7] an expired session',
      '/profile',
      outside('expired'),
      '/login?session_expired=true&return=%2Fprofile',
    ],
    ['left by choice', '/profile', outside('user'), '/login'],
    ['[S2.11] the index', '/', inside, '/integrations'],
    ['[S2.15] /apps', '/apps', inside, '/integrations'],
    ['[S2.15] below /apps', '/apps/7/search?q=a#b', inside, '/integrations/7/search?q=a#b'],
    ['[S2.15] an app alone', '/apps/7', inside, '/integrations/7'],
    ['[S4.8] after log-in without return', '/login', inside, '/integrations'],
    ['[S4.8] after log-in', '/login?return=%2Fprofile%3Fa%3D1%23b', inside, '/profile?a=1#b'],
    ['[S4.8] never back to log-in', '/login?return=%2Flogin', inside, '/integrations'],
    ['[S4.8] nor to registration', '/register?return=%2Fregister', inside, '/integrations'],
    ['[S4.8] a foreign return', '/login?return=%2F%2Fevil.example', inside, '/integrations'],
    ['[S2.3] a reset token in the query', '/login?reset_token=a%2Fb', outside(), '/reset-password/a%2Fb'],
    ['[S2.18] an unknown page', '/nowhere', outside(), '/nowhere'],
  ])('%s: %s', (_, path, visitor, expected) => {
    expect(shown(path, visitor)).toBe(expected)
  })

  /** S2.12 to S2.17, each with what it shows to whom. */
  it.each([
    '/knowledge-bases',
    '/knowledge-bases/k',
    '/integrations',
    '/integrations/i',
    '/integrations/i/search',
    '/integrations/i/history',
    '/integrations/i/settings',
    '/integrations/i/nothing',
    '/chat',
    '/analytics',
    '/conversations',
    '/usage',
    '/team',
    '/security',
    '/profile',
    '/pricing',
    '/payment',
    '/settings',
    '/settings/organization',
    '/settings/api-keys',
    '/settings/subscription',
  ])('[S2.12] [S2.13] [S2.14] [S2.16] [S2.17] [S6.1] %s needs tokens', (path) => {
    expect(shown(path, outside())).toBe(`/login?return=${encodeURIComponent(path)}`)
    expect(shown(path, inside)).toBe(path)
    expect(match(routes, path).route.access).toBe('protected')
  })

  it.each(['/login', '/register', '/forgot-password', '/reset-password/T', '/payment-success'])(
    '[S6.1] %s is public',
    (path) => expect(shown(path, outside())).toBe(path),
  )

  it.each([
    ['/apps', '/integrations'],
    ['/apps/7', '/integrations/7'],
    ['/apps/7/search?q=a#b', '/integrations/7/search?q=a#b'],
    ['/apps/7/nothing/deeper', '/integrations/7/nothing/deeper'],
  ])('[S2.15] after log-in, %s leads back to %s', (path, expected) => {
    expect(shown(path, outside())).toBe(`/login?return=${encodeURIComponent(expected)}`)
  })

  it.each([
    ['/integrations/i', 'playground'],
    ['/integrations/i/search', 'search'],
    ['/integrations/i/history', 'history'],
    ['/integrations/i/settings', 'assistantSettings'],
    ['/integrations/i/nothing', 'notFoundInIntegration'],
    ['/integrations/i/search/deeper', 'notFoundInIntegration'],
  ])('[S2.17] %s is %s', (path, id) => expect(match(routes, path).route.id).toBe(id))

  it('[S2.3] log-in leads on to a remembered reset token', () => {
    expect(shown('/login', outside(), 'T')).toBe('/reset-password/T')
    expect(shown('/profile', inside, 'T')).toBe('/profile')
  })

  it('never shows a protected page to a guest, nor a guest page to a member', () => {
    // `fc.webPath()` first builds a table of all characters of Unicode: most of the time of this file.
    const paths = fc.stringMatching(/^(?:\/(?:[\w.~!$&'()*+,;=:@-]|%[\dA-F]{2})*)*$/)
    const queries = fc.stringMatching(/^(?:[\w.~!$&'()*+,;=:@/?-]|%[\dA-F]{2})*$/)
    fc.assert(
      fc.property(paths, queries, fc.boolean(), (path, query, signedIn) => {
        const visitor = { signedIn, reason: 'none' } as const
        const decided = decide({ routes, visitor, pendingResetToken: null }, `${path || '/'}?return=${query}`)
        return match(routes, decided).route.access !== (signedIn ? 'guest' : 'protected')
      }),
    )
  })
})

describe('[S2.34] after its organization was left', () => {
  it.each([
    ['/integrations/7', '/integrations'],
    ['/integrations/7/search?q=a#b', '/integrations'],
    ['/profile?conversation=1', '/profile'],
  ])('%s leads to %s', (path, list) => {
    expect(listInstead(routes, path)).toBe(list)
  })

  it.each([
    '/integrations',
    '/integrations#top',
    '/',
    '/login?return=%2F',
    '/reset-password/T',
    '/nowhere?a=1',
  ])('%s stays', (path) => {
    expect(listInstead(routes, path)).toBeNull()
  })
})

describe('[S4.8] a return address', () => {
  it.each(['/profile', '/profile?a=1&b=%2F%2Fevil#c', '/a%20b', '/100%', '/é'])('%s is ours', (path) => {
    expect(ownPath(path)).toBe(new URL(path, 'http://here.example').href.slice('http://here.example'.length))
  })

  it.each([
    null,
    '',
    'profile',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '\n//evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2Fevil.example',
    '/%2F%2Fevil.example',
    '/%5Cevil.example',
    '/%255Cevil.example',
    '/%25252Fevil.example',
    '/%09/evil.example',
    'https://evil.example',
    'http:evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '%2F%2Fevil.example',
    ' /profile',
  ])('%s is not', (path) => {
    expect(ownPath(path)).toBeNull()
  })

  it('is refused when one layer of its encoding folds another away', () => {
    expect(ownPath('/%255C/..%2F')).toBeNull()
  })

  it('whatever is let through stays on this origin, however often it is decoded', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '%2F',
      '%5C',
      '%25',
      '2F',
      '5C',
      '.',
      '..',
      'evil.example',
      ':',
      '\t',
      '@',
      '?',
      '#',
      'http',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        let path = ownPath(`/${pieces.join('')}`)
        for (let count = 0; path !== null && count < 6; count += 1) {
          if (new URL(path, 'http://here.example').origin !== 'http://here.example') return false
          try {
            path = decodeURIComponent(path)
          } catch {
            path = null
          }
        }
        return true
      }),
      { numRuns: RUNS },
    )
  })
})
