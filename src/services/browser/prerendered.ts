/** Marks of index.html, which the build copies into every page that it prerenders. */
const KNOWN = 'known'
const PRESSED = 'pressed'

type Field = HTMLInputElement | HTMLTextAreaElement

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** As a person does it: React takes what differs from the value that it set last. */
export function retype(field: Field, text: string) {
  field.value = ''
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Whether the page holds what is drawn first. With a query it may say something else. */
export const isPrerendered = (root: HTMLElement, { search }: Location, screen: string | null) =>
  root.dataset.screen === screen && search === ''

/**
 * What a person does on a prerendered page before the app has come. The function that is given back is called
 * when the app has drawn: what was typed is typed again, the caret stays, and a form that was sent is sent.
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
    // Drawn anew, and not taken over: the caret was in the field that is gone.
    if (isField(focused) && !focused.isConnected) fieldOf(focused.name)?.focus()
    if (!(PRESSED in html.dataset)) return
    delete html.dataset[PRESSED]
    page.querySelector<HTMLFormElement>('#root form')?.requestSubmit()
  }
}
