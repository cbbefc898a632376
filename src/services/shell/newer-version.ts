import { retype } from '../browser/prerendered.ts'

/** The version that the page was reloaded for. */
const RENEWED_FOR = 'renewedFor'
/** The values of fields at that time, and the id of the person who typed them. */
export const DRAFT_BEFORE_RENEWAL = 'draftBeforeRenewal'

/** The first script of a page of ours; texts of another language come before it. */
const entryOf = (html: string) =>
  / src="([^"]+)"/.exec(
    html.split('<script').findLast((tag) => tag.startsWith(' type="module"')) ?? '',
  )?.[1] ?? null

/** A screen's code is gone because the server now delivers another version. */
export class ReplacedError extends Error {
  override readonly name = 'ReplacedError'
  readonly isReplaced = true
}

type Field = HTMLInputElement | HTMLTextAreaElement

const fieldsOf = (page: Document) =>
  [
    ...page.querySelectorAll<Field>(
      'main textarea, main ~ section textarea, main input:not([type=password])',
    ),
  ].filter(({ name, ariaLabel }) => name || ariaLabel)
const nameOf = ({ name, ariaLabel }: Field) => name || (ariaLabel ?? '')

/** Notices that the server has a newer version, and reloads the page from it: once for each version. */
export function createNewerVersion(tab: Window, userId: () => string | null) {
  const { document, location } = tab
  const running =
    [...document.querySelectorAll('script[type=module][src]')].at(-1)?.getAttribute('src') ?? null
  let newer: string | null = null
  let waiting: MutationObserver | null = null

  function keep(from: string | null) {
    const typed = fieldsOf(document).filter(({ value }) => value !== '')
    const draft = { by: userId(), from, fields: typed.map((field) => [nameOf(field), field.value]) }
    tab.sessionStorage.setItem(RENEWED_FOR, newer ?? '')
    if (typed.length > 0) tab.sessionStorage.setItem(DRAFT_BEFORE_RENEWAL, JSON.stringify(draft))
  }

  /**
   * The stored values of this path's screen, once; none if storage is blocked or holds something else. Those of another
   * person are dropped.
   */
  function draftOf(pathname: string): readonly (readonly [string, string])[] {
    try {
      const { by, from, fields } = JSON.parse(tab.sessionStorage.getItem(DRAFT_BEFORE_RENEWAL) ?? '{}')
      const isTheirs = by === userId()
      const isHere = isTheirs && from === pathname
      if (isHere || (!isTheirs && userId() !== null)) tab.sessionStorage.removeItem(DRAFT_BEFORE_RENEWAL)
      return isHere ? fields : []
    } catch {
      return []
    }
  }

  async function look() {
    const answer = await tab.fetch(location.pathname, { headers: { accept: 'text/html' }, cache: 'no-cache' })
    newer = answer.ok ? entryOf(await answer.text()) : null
    return newer !== null && newer !== running && tab.sessionStorage.getItem(RENEWED_FOR) !== newer
  }

  return {
    /** The actual error behind a failed fetch of code. */
    async explained(error: unknown): Promise<unknown> {
      // Offline, or without storage, nothing is known: the error is taken at face value.
      const isReplaced = running !== null && (await look().catch(() => false))
      return isReplaced ? new ReplacedError('a newer version was installed', { cause: error }) : error
    },
    /** `shown`: the screen that is left, whose fields are filled in again when it is next shown. */
    renew(shown: () => string | null) {
      // The browser may ask first. Who stays may leave from another screen, without a reload of ours.
      tab.addEventListener('pagehide', () => keep(shown()), { once: true })
      location.reload()
    },
    /** The screen of this path is drawn: values typed before the reload are restored as its fields appear. */
    restore(pathname: string) {
      waiting?.disconnect()
      const typed = draftOf(pathname)
      if (typed.length === 0) return
      const left = new Map(typed)
      const fill = () => {
        for (const [name, text] of left) {
          const field = fieldsOf(document).find((one) => nameOf(one) === name && one.value === '')
          if (!field) continue
          left.delete(name)
          retype(field, text)
        }
        if (left.size === 0) waiting?.disconnect()
      }
      waiting = new MutationObserver(fill)
      waiting.observe(document.body, { childList: true, subtree: true })
      fill()
    },
  }
}

export type NewerVersion = ReturnType<typeof createNewerVersion>
