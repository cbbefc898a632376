const STEP = 24 // px

/** Moves a fixed panel by its handle: with a pointer, or with the arrow keys. */
export function makeMovable(panel: HTMLElement, handle: HTMLElement) {
  const moveTo = (left: number, top: number) => {
    panel.style.inset = `${Math.max(0, Math.min(top, innerHeight - 48))}px auto auto ${Math.max(48 - panel.offsetWidth, Math.min(left, innerWidth - 48))}px`
  }
  handle.addEventListener('pointerdown', (down) => {
    const { left, top } = panel.getBoundingClientRect()
    handle.setPointerCapture(down.pointerId)
    const follow = (move: PointerEvent) =>
      moveTo(left + move.clientX - down.clientX, top + move.clientY - down.clientY)
    handle.addEventListener('pointermove', follow)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', follow), {
      once: true,
    })
  })
  handle.addEventListener('keydown', (event) => {
    const [x, y] =
      { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[
        event.key
      ] ?? []
    if (x === undefined || y === undefined) return
    event.preventDefault()
    const { left, top } = panel.getBoundingClientRect()
    moveTo(left + x, top + y)
  })
}
