/** Sets whether the page is visible; pages of tests always are. */
export function look(state: DocumentVisibilityState) {
  Object.defineProperties(document, {
    visibilityState: { configurable: true, value: state },
    hidden: { configurable: true, value: state === 'hidden' },
  })
  document.dispatchEvent(new Event('visibilitychange'))
}
