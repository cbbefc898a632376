import { useInsertionEffect, useRef } from 'react'

/** On the page itself: what a dialog that followed another one was opened from, too. */
let lastOnPage: HTMLElement | null = null

/** A menu that something is picked from is gone by then; the button that opens it is not. */
function lastingOf(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest('[role=menu]')
  const lasting = menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : focused
  return lasting instanceof HTMLElement && lasting !== document.body ? lasting : null
}

/**
 * Where the focus goes when what was opened is closed: to what had it before. A field that takes the focus as it is
 * drawn has it before Chakra looks, hence the effect that runs before any element is in the page.
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
