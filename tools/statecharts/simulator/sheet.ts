import type { Simulation } from './simulation.ts'

const sheet = document.querySelector<HTMLElement>('.diagram')

function bringIntoView(element: Element) {
  if (!sheet) return
  const [box, frame] = [element.getBoundingClientRect(), sheet.getBoundingClientRect()]
  const isInside =
    box.top >= frame.top && box.bottom <= frame.bottom && box.left >= frame.left && box.right <= frame.right
  if (isInside) return
  sheet.scrollBy({
    left: box.left + box.width / 2 - frame.left - frame.width / 2,
    top: box.top + box.height / 2 - frame.top - frame.height / 2,
  })
}

/** Lights up in the drawing where the machine is, what it just took, and what has been walked. */
export function lightUp({ now, walked }: Simulation) {
  const active = new Set(now.snapshot._nodes.map(({ id }) => id))
  for (const state of sheet?.querySelectorAll('g.state') ?? [])
    state.classList.toggle('is-active', active.has(state.id))
  for (const mark of sheet?.querySelectorAll<SVGElement>('[data-t]') ?? []) {
    const id = mark.dataset.t ?? ''
    mark.classList.toggle('is-taken', now.taken.includes(id))
    mark.classList.toggle('is-walked', walked.has(id))
  }
  const innermost = now.snapshot._nodes.at(-1)?.id ?? ''
  const place = sheet?.querySelector(`[id="${CSS.escape(innermost)}"]`)
  if (place) bringIntoView(place)
}
