import { useInsertionEffect, useRef } from 'react'

/** On the page itself: also for a dialog that was opened from another one. */
let lastOnPage: HTMLElement | null = null

/** A menu item no longer exists by then; the button that opens the menu does. */
function lastingOf(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest('[role=menu]')
  const lasting = menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : focused
  return lasting instanceof HTMLElement && lasting !== document.body ? lasting : null
}

/**
 * Returns the focus on closing to the element that had it before. A field that takes the focus on render has it
 * before Chakra looks, hence the effect that runs before any element is in the page.
 */
export function useOpener(open: boolean): () => HTMLElement | null {
  const openers = useRef<readonly (HTMLElement | null)[]>([])
  useInsertionEffect(() => {
    if (!open) return
    const opener = lastingOf(document.activeElement)
    openers.current = [opener, lastOnPage]
    if (opener && !opener.closest('[role=dialog]')) lastOnPage = opener
  }, [open])
  return () => openers.current.find((opener) => opener?.isConnected) ?? null
}
