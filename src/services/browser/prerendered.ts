/** Markers in index.html, which the build copies into every page that it prerenders. */
const KNOWN = 'known'
const PRESSED = 'pressed'

type Field = HTMLInputElement | HTMLTextAreaElement

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** As a person does it: React ignores a value equal to the one that it set last. */
export function retype(field: Field, text: string) {
  field.value = ''
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Whether the page contains the first render. With a query, its content may differ. */
export const isPrerendered = (root: HTMLElement, { search }: Location, screen: string | null) =>
  root.dataset.screen === screen && search === ''

/**
 * Records what a person does on a prerendered page before the app has loaded. The returned function is called
 * after the first render: it types the text again, keeps the caret, and submits a form that was submitted.
 */
export function keepEarlyInput(page: Document): () => void {
  const typed = new Map<string, string>()
  const note = (target: unknown) => {
    if (isField(target) && target.name !== '') typed.set(target.name, target.value)
  }
  const onInput = ({ target }: Event) => note(target)
  for (const field of page.querySelectorAll<Field>('#root input, #root textarea'))
    if (field.value !== '') note(field)
  page.addEventListener('input', onInput, true)
  const focused = page.activeElement
  const fieldOf = (name: string) => page.querySelector<Field>(`#root [name="${CSS.escape(name)}"]`)
  return () => {
    page.removeEventListener('input', onInput, true)
    const html = page.documentElement
    delete html.dataset[KNOWN]
    page.onsubmit = null
    for (const [name, text] of typed) {
      const field = fieldOf(name)
      if (field) retype(field, text)
    }
    // Rendered again, not hydrated: the field with the caret is gone.
    if (isField(focused) && !focused.isConnected) fieldOf(focused.name)?.focus()
    if (!(PRESSED in html.dataset)) return
    delete html.dataset[PRESSED]
    page.querySelector<HTMLFormElement>('#root form')?.requestSubmit()
  }
}
