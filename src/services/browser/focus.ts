import { afterPaint } from './after-paint.ts'

/** A keyboard or screen reader goes on at the top of what is shown; a heading of what is still read will go. */
export function focusHeading(document: Document) {
  const heading =
    document.querySelector<HTMLElement>('main h1:not([aria-busy=true] *)') ??
    document.querySelector<HTMLElement>('main')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** Hears what is shown. When that is another than before, and took the focus with it, it goes on at the new heading. */
export function createHeadingFocus(tab: Window) {
  let last: string | null = null
  return async (place: string) => {
    const isOther = last !== null && last !== place
    last = place
    if (!isOther) return
    await afterPaint(tab)
    if (tab.document.activeElement === tab.document.body) focusHeading(tab.document)
  }
}
