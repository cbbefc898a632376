import { retype } from '../browser/prerendered.ts'

/** The version that the page was loaded anew for. */
const RENEWED_FOR = 'renewedFor'
/** What was typed into fields by then. */
const DRAFT = 'draftBeforeRenewal'

/** The script that a page of the app begins with; texts of another language come before it. */
const entryOf = (html: string) =>
  / src="([^"]+)"/.exec(
    html.split('<script').findLast((tag) => tag.startsWith(' type="module"')) ?? '',
  )?.[1] ?? null

/** The code of a screen is not there any more, because the server hands out another version by now. */
export class ReplacedError extends Error {
  override readonly name = 'ReplacedError'
  readonly isReplaced = true
}

type Field = HTMLInputElement | HTMLTextAreaElement

const fieldsOf = (page: Document) =>
  [...page.querySelectorAll<Field>('main textarea, main input:not([type=password])')].filter(
    ({ name, ariaLabel }) => name || ariaLabel,
  )
const nameOf = ({ name, ariaLabel }: Field) => name || (ariaLabel ?? '')

/** Notices that the server has a newer version, and loads the page from it: once for each version. */
export function createNewerVersion(tab: Window) {
  const { document, location } = tab
  const running =
    [...document.querySelectorAll('script[type=module][src]')].at(-1)?.getAttribute('src') ?? null
  let newer: string | null = null
  let waiting: MutationObserver | null = null

  /** What was typed on the screen of this path, once; none where a storage is blocked, or holds something else. */
  function draftOf(pathname: string): readonly (readonly [string, string])[] {
    try {
      const { from, fields } = JSON.parse(tab.sessionStorage.getItem(DRAFT) ?? '{}')
      if (from !== pathname) return []
      tab.sessionStorage.removeItem(DRAFT)
      return fields
    } catch {
      return []
    }
  }

  async function look() {
    const answer = await tab.fetch('/', { headers: { accept: 'text/html' }, cache: 'no-cache' })
    newer = answer.ok ? entryOf(await answer.text()) : null
    return newer !== null && newer !== running && tab.sessionStorage.getItem(RENEWED_FOR) !== newer
  }

  return {
    /** The error that a failed fetch of code really was. */
    async explained(error: unknown): Promise<unknown> {
      // Offline, or without storage, nothing is known: then it is what it looks like.
      const isReplaced = running !== null && (await look().catch(() => false))
      return isReplaced ? new ReplacedError('a newer version was installed', { cause: error }) : error
    },
    /** `from`: the screen that is left, whose fields are filled in again when it is next shown. */
    renew(from: string | null) {
      const typed = fieldsOf(document).filter(({ value }) => value !== '')
      const draft = { from, fields: typed.map((field) => [nameOf(field), field.value]) }
      tab.sessionStorage.setItem(RENEWED_FOR, newer ?? '')
      if (typed.length > 0) tab.sessionStorage.setItem(DRAFT, JSON.stringify(draft))
      location.reload()
    },
    /** The screen of this path is drawn: what was typed there before the renewal is typed again, as its fields come. */
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
