interface Lit {
  /** Ids of the states that the machine is in. */
  readonly active: readonly string[]
  /** Transitions that it just took. */
  readonly taken: readonly string[]
  /** Transitions that it has taken before. */
  readonly walked: ReadonlySet<string>
}

/** Scrolls the box so that the state is visible; does nothing if it already is. */
export function bringIntoView(box: HTMLElement, state: string | undefined) {
  const drawn = box.querySelector(`[id="${CSS.escape(state ?? '')}"]`)
  if (!drawn) return
  const [place, frame] = [drawn.getBoundingClientRect(), box.getBoundingClientRect()]
  const isInside =
    place.top >= frame.top &&
    place.bottom <= frame.bottom &&
    place.left >= frame.left &&
    place.right <= frame.right
  if (isInside) return
  box.scrollBy({
    left: place.left + place.width / 2 - frame.left - frame.width / 2,
    top: place.top + place.height / 2 - frame.top - frame.height / 2,
  })
}

/** Highlights docs/statecharts drawings that are in a box. */
export function highlightDrawing(box: HTMLElement, { active, taken, walked }: Lit) {
  for (const state of box.querySelectorAll<SVGElement>('g.state')) {
    const ids = [state.id, ...(state.dataset.members?.split(' ') ?? [])]
    state.classList.toggle(
      'is-active',
      ids.some((id) => active.includes(id)),
    )
  }
  for (const mark of box.querySelectorAll<SVGElement>('[data-t]')) {
    const ids = mark.dataset.t?.split('; ') ?? []
    mark.classList.toggle(
      'is-taken',
      ids.some((id) => taken.includes(id)),
    )
    mark.classList.toggle(
      'is-walked',
      ids.every((id) => walked.has(id)),
    )
  }
}
