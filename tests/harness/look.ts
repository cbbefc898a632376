/** Says whether somebody looks at the page; pages of tests are always visible. */
export function look(state: DocumentVisibilityState) {
  Object.defineProperties(document, {
    visibilityState: { configurable: true, value: state },
    hidden: { configurable: true, value: state === 'hidden' },
  })
  document.dispatchEvent(new Event('visibilitychange'))
}
