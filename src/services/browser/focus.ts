import { afterPaint } from './after-paint.ts'

/** A keyboard or screen reader continues at the top of the content; a placeholder's heading disappears. */
export function focusHeading(document: Document) {
  const heading =
    document.querySelector<HTMLElement>('main h1:not([aria-busy=true] *)') ??
    document.querySelector<HTMLElement>('main')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** Receives what is shown. If it changed and the focused element is gone, focus moves to the new heading. */
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
