import { QueryObserver } from '@tanstack/query-core'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createQueryCache } from '../../src/services/cache/query-cache.ts'
import { createShownLanguage, watchLocale } from '../../src/services/shell/language.ts'
import { timeZoneOf } from '../../src/services/shell/locale.start.ts'

const stored = () => {
  const values = new Map<string, string>()
  return {
    read: (key: string) => values.get(key) ?? null,
    write: (key: string, value: string) => void values.set(key, value),
    remove: (key: string) => void values.delete(key),
  }
}

it('charts and lists are read again with the days of a changed time zone, and only then', async () => {
  const cache = createQueryCache()
  const storage = stored()
  onTestFinished(watchLocale({ storage, cache, write: () => {}, showLanguage: () => {} }))
  const me = { locale: 'en', timezone: 'Europe/Berlin' }
  cache.setQueryData(['me', {}], me)

  const queryKey = ['org', 'o1', 'usageSeries', { days: 30 }]
  const observer = new QueryObserver(cache, { queryKey, queryFn: async () => timeZoneOf(storage) })
  onTestFinished(observer.subscribe(() => {}))
  const zone = () => cache.getQueryData(queryKey)
  await expect.poll(zone).toBe('Europe/Berlin')

  cache.setQueryData(['me', {}], { ...me, locale: 'de' })
  expect(cache.isFetching()).toBe(0)
  cache.setQueryData(['me', {}], { ...me, timezone: 'Pacific/Auckland' })
  await expect.poll(zone).toBe('Pacific/Auckland')
  cache.clear()
})

describe('a page in another language than the profile', () => {
  /** A page that was loaded in English, with this language cookie. */
  const opened = (cookie: string) => {
    const tab = { documentElement: { lang: 'en' }, cookie }
    vi.stubGlobal('document', tab)
    onTestFinished(() => void vi.unstubAllGlobals())
    const reload = vi.fn()
    return { tab, reload, show: createShownLanguage({ document: tab, location: { reload } } as never) }
  }

  it('reloads, also if another tab has told the server of the language already', () => {
    const { tab, reload, show } = opened('')
    show('en')
    tab.cookie = 'language=de'
    show('de')
    show('de')
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('does not reload if the server was asked for that language, and has none', () => {
    const { reload, show } = opened('language=de')
    show('de')
    expect(reload).not.toHaveBeenCalled()
  })
})
