import { useEffect, useInsertionEffect, useRef } from 'react'
import { placeInList } from './place-in-list.ts'

/** On the page itself: also for a dialog that was opened from another one. */
let lastOnPage: HTMLElement | null = null

/** A menu item no longer exists by then; the button that opens the menu does. */
function lastingOf(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest('[role=menu]')
  const lasting = menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : focused
  return lasting instanceof HTMLElement && lasting !== document.body ? lasting : null
}

/** The focus would be lost: nothing else has taken it from a dialog that is closed or fades out. */
const isLost = (focused: Element | null) =>
  !focused || focused === document.body || focused.closest('[role=dialog][data-state=closed]') !== null

/** Finds what gets the focus: what had it, otherwise its neighbor in the list, otherwise what had it on the page. */
function returnTo(opener: HTMLElement | null, onPage: HTMLElement | null) {
  const neighbor = placeInList(opener)
  return () => {
    if (opener?.isConnected) return opener
    return neighbor() ?? (onPage?.isConnected ? onPage : null)
  }
}

/** A list may be read again only after its dialog is closed or a row is deleted: the focus would go with the row. */
export function focusLasting(find: () => HTMLElement | null) {
  const focused = find()
  focused?.focus({ preventScroll: true })
  const watch = new MutationObserver(() => {
    if (focused?.isConnected && document.activeElement === focused) return
    watch.disconnect()
    if (!focused?.isConnected && isLost(document.activeElement)) find()?.focus({ preventScroll: true })
  })
  if (focused) watch.observe(document.body, { childList: true, subtree: true })
}

/**
 * Returns the focus on closing to the element that had it before. Chakra would not if the dialog is closed before its
 * first frame. A field that takes the focus on render has it before Chakra looks, hence the effect that runs before any
 * element is in the page.
 */
export function useReturnFocus(open: boolean) {
  const find = useRef<() => HTMLElement | null>(() => null)
  useInsertionEffect(() => {
    if (!open) return
    const opener = lastingOf(document.activeElement)
    find.current = returnTo(opener, lastOnPage)
    if (opener && !opener.closest('[role=dialog]')) lastOnPage = opener
  }, [open])
  useEffect(() => {
    if (!open) return
    const giveBack = () => {
      if (isLost(document.activeElement)) focusLasting(find.current)
    }
    // Until the dialog is closed, it would take the focus back.
    return () => void setTimeout(giveBack)
  }, [open])
}
