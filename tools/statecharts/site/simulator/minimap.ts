import type { ZoomTransform } from 'd3-zoom'
import { el } from '../../../../src/ui/inspect/inspector.ts'

const LONGEST = 130 // px

/** A thumbnail of the drawing, with a frame around the visible part. */
export function minimapOf(svg: SVGSVGElement) {
  const { width, height } = svg.viewBox.baseVal
  const scale = LONGEST / Math.max(width, height)
  const small = svg.cloneNode(true) as SVGSVGElement
  for (const named of small.querySelectorAll('[id]')) named.removeAttribute('id')
  for (const marked of small.querySelectorAll('[data-t]')) marked.removeAttribute('data-t')
  for (const text of small.querySelectorAll('text, title, a')) text.remove()
  small.setAttribute('width', String(width * scale))
  small.setAttribute('height', String(height * scale))
  const frame = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  frame.setAttribute('class', 'seen')
  frame.setAttribute('stroke-width', String(2 / scale))
  small.append(frame)
  const box = el('div', { class: 'minimap', 'aria-hidden': 'true' }, small)
  return {
    box,
    show: ({ x, y, k }: ZoomTransform, { width: wide, height: high }: DOMRect) => {
      const place = { x: -x / k, y: -y / k, width: wide / k, height: high / k }
      for (const [name, value] of Object.entries(place)) frame.setAttribute(name, String(value))
      // No map is needed if everything is visible.
      box.hidden = k * width <= wide && k * height <= high
    },
  }
}
