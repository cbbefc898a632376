import { expect, it } from 'vitest'
import { createNewerVersion, ReplacedError } from '../../src/services/shell/newer-version.ts'

/** Of another language: its texts come before the app. */
const page = (entry: string) =>
  ['/assets/de-1.js', entry]
    .map((file) => `<script type="module" crossorigin src="${file}"></script>`)
    .join('\n')
const running = ['/assets/de-1.js', '/assets/index-1.js'].map((file) => ({ getAttribute: () => file }))

/** A tab that runs `/assets/index-1.js`; the server hands out what `served` says. */
function tab(served: () => string | Error, stored = new Map<string, string>()) {
  let reloads = 0
  const fake = {
    document: {
      querySelectorAll: (selector: string) => (selector.startsWith('script') ? running : []),
    },
    location: { reload: () => (reloads += 1) },
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    },
    fetch: async () => {
      const html = served()
      if (html instanceof Error) throw html
      return new Response(html)
    },
  }
  return { version: createNewerVersion(fake as unknown as Window), reloads: () => reloads, stored }
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
  first.version.renew('/chat')
  expect(first.reloads()).toBe(1)
  const second = tab(() => page('/assets/index-2.js'), first.stored)
  expect(await second.version.explained(GONE)).toBe(GONE)
  const third = tab(() => page('/assets/index-3.js'), first.stored)
  expect(await third.version.explained(GONE)).toBeInstanceOf(ReplacedError)
})
