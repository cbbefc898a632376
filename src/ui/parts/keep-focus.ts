/**
 * The `ref` of a region whose controls replace themselves: the focus does not go with them. The panel around the control
 * gets it, or the first field that the panel shows by then; without a panel, what scrolls in the region.
 */
export function keepFocus(region: HTMLElement | null) {
  if (!region) return
  let around: HTMLElement[] = []
  const remember = () => {
    around = []
    for (let at = document.activeElement; at && region.contains(at); at = at.parentElement)
      around.push(at as HTMLElement)
  }
  const changes = new MutationObserver(() => {
    if (document.activeElement !== document.body || around[0]?.isConnected !== false) return
    const panel = around.find((one) => one.isConnected && one.matches('form, [tabindex="-1"]'))
    const next = panel
      ? (panel.querySelector<HTMLElement>('input, textarea') ?? panel)
      : region.querySelector<HTMLElement>('[tabindex="0"]')
    next?.focus({ preventScroll: !panel })
  })
  remember()
  document.addEventListener('focusin', remember)
  changes.observe(region, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', remember)
    changes.disconnect()
  }
}
