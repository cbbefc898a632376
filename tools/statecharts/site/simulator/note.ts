import { el } from '../../../../src/ui/inspect/inspector.ts'

/** A note's place and text: both are in the link. */
const [PLACE, TEXT] = ['at', 'note'] as const

/** A reviewer's note on a state is a link that opens the page there, with its text. */
export function startNotes() {
  const asked = new URLSearchParams(location.search)
  const place = document.getElementById(asked.get(PLACE) ?? '')
  if (place) {
    const text = asked.get(TEXT)
    if (text) place.prepend(el('p', { class: 'note-said', role: 'note' }, text))
    place.classList.add('is-meant')
    place.scrollIntoView({ block: 'center' })
  }
  for (const card of document.querySelectorAll<HTMLElement>('.state-card, tr[id]')) {
    const heading = card.querySelector('h3, td:first-child')
    heading?.append(
      el(
        'button',
        { type: 'button', class: 'comment', 'aria-label': 'Comment on this', onclick: () => ask(card) },
        'Comment',
      ),
    )
  }
}

const linkTo = (card: HTMLElement, text: string) => {
  const address = new URL(location.href.split(/[?#]/)[0]!)
  address.searchParams.set(PLACE, card.id)
  address.searchParams.set(TEXT, text)
  return address.href
}

function ask(card: HTMLElement) {
  const text = el('textarea', { rows: '3', 'aria-label': 'Your note', required: '' })
  const said = el('p', { role: 'status', class: 'quiet' })
  const dialog = el(
    'dialog',
    { class: 'ask', 'aria-label': 'Comment' },
    el('h3', {}, 'A note for somebody else'),
    el('p', { class: 'quiet' }, 'The note is in the link and nowhere else: send it to whom it concerns.'),
    text,
    el(
      'div',
      { class: 'bar' },
      el(
        'button',
        {
          type: 'button',
          class: 'button main',
          onclick: async () => {
            if (!text.reportValidity()) return
            const link = linkTo(card, text.value)
            try {
              await navigator.clipboard.writeText(link)
              said.replaceChildren('The link is copied.')
            } catch {
              said.replaceChildren(el('a', { href: link }, 'This is the link.'))
            }
          },
        },
        'Copy link',
      ),
      el('button', { type: 'button', class: 'button', onclick: () => dialog.close() }, 'Close'),
    ),
    said,
  )
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}
