import { useEffect, useInsertionEffect, useRef } from 'react'

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

/**
 * Returns the focus on closing to the element that had it before. Chakra would not if the dialog is closed before its
 * first frame. A field that takes the focus on render has it before Chakra looks, hence the effect that runs before any
 * element is in the page.
 */
export function useReturnFocus(open: boolean) {
  const openers = useRef<readonly (HTMLElement | null)[]>([])
  useInsertionEffect(() => {
    if (!open) return
    const opener = lastingOf(document.activeElement)
    openers.current = [opener, lastOnPage]
    if (opener && !opener.closest('[role=dialog]')) lastOnPage = opener
  }, [open])
  useEffect(() => {
    if (!open) return
    const giveBack = () => {
      const opener = openers.current.find((one) => one?.isConnected)
      if (isLost(document.activeElement)) opener?.focus({ preventScroll: true })
    }
    // Until the dialog is closed, it would take the focus back.
    return () => void setTimeout(giveBack)
  }, [open])
}
