import { describe, expect, it } from 'vitest'
import { createStorage } from '../../src/services/browser/storage.ts'
import { openCustomerClaim } from '../../src/services/visitors/customer-claim.ts'

const USER = '{"id":"c-4711","name":"Ada & Co","email":"ada+shop@shop.example"}'

/** A tab at an address; what it keeps of a browser lasts for the test. */
function tabAt(hash: string, state: unknown = null) {
  const address = { pathname: '/share/integration/i1', search: '?embed=1', hash }
  const history = {
    state,
    replaceState(next: unknown, _: string, url: string) {
      history.state = next
      Object.assign(address, { hash: '', search: url.slice(url.indexOf('?')) })
    },
  }
  return { location: address, history } as unknown as Window
}
const fragment = (hash: string) => `#${new URLSearchParams({ user: USER, hash })}`
const browser = () => {
  const kept = new Map<string, string>()
  return createStorage(() => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }))
}

describe('what a site says of its customer', () => {
  it('is read as it was signed, leaves the address, and is there after a reload', () => {
    const tab = tabAt(fragment('ab12'))
    expect(openCustomerClaim(tab, 'i1', browser()).claim).toEqual({ user: USER, hash: 'ab12' })
    expect(tab.location).toMatchObject({ hash: '', search: '?embed=1' })
    expect(openCustomerClaim(tabAt('', tab.history.state), 'i1', browser()).claim?.user).toBe(USER)
    expect(openCustomerClaim(tabAt(''), 'i1', browser()).claim).toBeNull()
    expect(openCustomerClaim(tabAt('#reply=c1.key'), 'i1', browser()).claim).toBeNull()
  })

  it('opens the conversations of its signature alone', () => {
    const storage = browser()
    const by = (hash: string) => openCustomerClaim(tabAt(fragment(hash)), 'i1', storage).storage
    by('ab12').write('visitor:i1', 'token of Ada')
    expect(by('ab12').read('visitor:i1')).toBe('token of Ada')
    expect(by('cd34').read('visitor:i1')).toBeNull()
    expect(by('').read('visitor:i1')).toBeNull()
    expect(openCustomerClaim(tabAt(''), 'i1', storage).storage.read('visitor:i1')).toBeNull()
    by('').write('theme', 'dark')
    expect(by('ab12').read('theme')).toBe('dark')
    by('ab12').remove('visitor:i1')
    expect(by('ab12').read('visitor:i1')).toBeNull()
  })
})
