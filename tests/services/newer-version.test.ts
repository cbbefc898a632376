import { afterEach, expect, it, vi } from 'vitest'
import { forgetPerson } from '../../src/services/accounts/forget-person.ts'
import { createStorage } from '../../src/services/browser/storage.ts'
import { createNewerVersion, ReplacedError } from '../../src/services/shell/newer-version.ts'

/** Of another language: its texts come before the app. */
const page = (entry: string) =>
  ['/assets/de-1.js', entry]
    .map((file) => `<script type="module" crossorigin src="${file}"></script>`)
    .join('\n')
const running = ['/assets/de-1.js', '/assets/index-1.js'].map((file) => ({ getAttribute: () => file }))

class Field {
  readonly name = 'question'
  text = ''
  get value() {
    return this.text
  }
  set value(text: string) {
    this.text = text
  }
  dispatchEvent() {}
}

const storageOf = (stored: Map<string, string>) => ({
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
})

/** A tab that runs `/assets/index-1.js`, with one field; the server hands out what `served` says. */
function tab(
  served: () => string | Error,
  stored = new Map<string, string>(),
  by: string | null = 'ada',
  stays = false,
) {
  let reloads = 0
  const hidden = new Set<() => void>()
  const field = new Field()
  const hide = () => {
    for (const listener of hidden) listener()
  }
  const fake = {
    document: {
      querySelectorAll: (selector: string) => (selector.startsWith('script') ? running : [field]),
    },
    location: {
      reload: () => {
        reloads += 1
        if (!stays) hide()
      },
    },
    addEventListener: (_: 'pagehide', listener: () => void) => hidden.add(listener),
    sessionStorage: storageOf(stored),
    fetch: async () => {
      const html = served()
      if (html instanceof Error) throw html
      return new Response(html)
    },
  }
  const version = createNewerVersion(fake as unknown as Window, () => by)
  return { version, reloads: () => reloads, hide, stored, field }
}

const GONE = new TypeError('Failed to fetch dynamically imported module')

it('code replaced by a newer version is distinguished from code that cannot be reached', async () => {
  expect(await tab(() => page('/assets/index-2.js')).version.explained(GONE)).toBeInstanceOf(ReplacedError)
  expect(await tab(() => page('/assets/index-1.js')).version.explained(GONE)).toBe(GONE)
  expect(await tab(() => new TypeError('Failed to fetch')).version.explained(GONE)).toBe(GONE)
  expect(await tab(() => 'a page of a proxy').version.explained(GONE)).toBe(GONE)
})

it('the page is reloaded once for each version, never in a loop', async () => {
  const first = tab(() => page('/assets/index-2.js'))
  await first.version.explained(GONE)
  first.version.renew(() => '/chat')
  expect(first.reloads()).toBe(1)
  const second = tab(() => page('/assets/index-2.js'), first.stored)
  expect(await second.version.explained(GONE)).toBe(GONE)
  const third = tab(() => page('/assets/index-3.js'), first.stored)
  expect(await third.version.explained(GONE)).toBeInstanceOf(ReplacedError)
})

it('the page is loaded from the new version later if the person stays at first, and nothing is kept until then', async () => {
  const first = tab(() => page('/assets/index-2.js'), new Map(), 'ada', true)
  first.field.value = 'How long is the warranty?'
  await first.version.explained(GONE)
  first.version.renew(() => '/chat')
  expect([...first.stored.keys()]).toEqual([])
  expect(await first.version.explained(GONE)).toBeInstanceOf(ReplacedError)
})

it('the text typed after staying is kept for the screen that the page is left from', async () => {
  const first = tab(() => page('/assets/index-2.js'), new Map(), 'ada', true)
  let shown = '/chat/returns'
  await first.version.explained(GONE)
  first.version.renew(() => shown)
  shown = '/chat/hr'
  first.field.value = 'My salary is wrong'
  first.hide()
  expect(JSON.parse(first.stored.get('draftBeforeRenewal')!)).toMatchObject({ from: '/chat/hr' })
})

afterEach(() => vi.unstubAllGlobals())

/** The text of the field after Ada's reload, for whoever is then in the tab, one after the other. */
function restored(...people: (string | null)[]) {
  vi.stubGlobal('HTMLInputElement', Field)
  vi.stubGlobal(
    'MutationObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  const ada = tab(() => page('/assets/index-2.js'))
  ada.field.value = 'How long is the warranty?'
  ada.version.renew(() => '/chat')
  return people.map((by) => {
    const next = tab(() => page('/assets/index-2.js'), ada.stored, by)
    next.version.restore('/chat')
    return next.field.value
  })
}

it('the text typed before the reload is given back to the person who typed it, and to no one else', () => {
  expect(restored('ada', 'ada')).toEqual(['How long is the warranty?', ''])
  expect(restored(null, 'ada')).toEqual(['', 'How long is the warranty?'])
  expect(restored('bob', 'ada')).toEqual(['', ''])
})

it('the text typed before the reload is gone once its person has logged out', () => {
  const ada = tab(() => page('/assets/index-2.js'))
  ada.field.value = 'How long is the warranty?'
  ada.version.renew(() => '/chat')
  const storage = createStorage(() => storageOf(ada.stored) as Storage)
  forgetPerson(storage, storage)
  expect([...ada.stored.keys()]).toEqual(['renewedFor'])
})
