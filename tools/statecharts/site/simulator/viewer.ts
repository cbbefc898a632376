import { select } from 'd3-selection'
import { type ZoomTransform, zoom, zoomIdentity, zoomTransform } from 'd3-zoom'
import { el } from '../../../../src/ui/inspect/inspector.ts'

const LONGEST = 130 // px

/** A thumbnail of the drawing, with a frame around the visible part. */
function minimapOf(svg: SVGSVGElement) {
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

const STEP = 1.4
const PAN = 60 // px of the screen
const MARGIN = 4 // px
/** A small drawing is not enlarged to fill its frame. */
const FIT_MAX = 1.15

/** The whole drawing as one group that is moved and scaled. */
function sceneOf(svg: SVGSVGElement) {
  const scene = document.createElementNS('http://www.w3.org/2000/svg', 'g')
  scene.append(...[...svg.children].filter(({ tagName }) => !['title', 'style', 'defs'].includes(tagName)))
  svg.append(scene)
  return scene
}

/** One drawing on its stage: fitted, moved and zoomed. */
function show(stage: HTMLElement, drawing: SVGSVGElement) {
  const svg = drawing.cloneNode(true) as SVGSVGElement
  const size = svg.viewBox.baseVal
  const [width, height] = [size.width, size.height]
  const minimap = minimapOf(svg)
  svg.querySelector('rect.sheet')?.remove()
  svg.removeAttribute('viewBox')
  svg.setAttribute('width', '100%')
  svg.setAttribute('height', '100%')
  const scene = sceneOf(svg)
  stage.replaceChildren(svg, minimap.box)
  const frame = () => stage.getBoundingClientRect()
  const behaviour = zoom<SVGSVGElement, unknown>()
    .extent(() => [
      [0, 0],
      [frame().width, frame().height],
    ])
    .scaleExtent([0.05, 4])
    // The wheel scrolls the page unless the drawing is meant.
    .filter((event: MouseEvent) => !event.button && (event.type !== 'wheel' || event.ctrlKey))
    .on('zoom', ({ transform }: { transform: ZoomTransform }) => {
      scene.setAttribute('transform', transform.toString())
      minimap.show(transform, frame())
    })
  const target = select(svg).call(behaviour)

  const fit = () => {
    const seen = frame()
    const k = Math.min(FIT_MAX, (seen.width - 2 * MARGIN) / width, (seen.height - 2 * MARGIN) / height)
    const place = zoomIdentity.translate((seen.width - k * width) / 2, (seen.height - k * height) / 2)
    target.call(behaviour.transform, place.scale(k))
  }
  return {
    fit,
    scaleBy: (factor: number) => target.call(behaviour.scaleBy, factor),
    panBy: (x: number, y: number) => {
      const { k } = zoomTransform(svg)
      target.call(behaviour.translateBy, x / k, y / k)
    },
    /** Moves only as far as needed to show it. */
    follow: (id: string) => {
      const state = scene.querySelector<SVGGraphicsElement>(`[id="${CSS.escape(id)}"]`)
      if (!state) return
      const [place, seen] = [state.getBoundingClientRect(), frame()]
      const isInside =
        place.top >= seen.top &&
        place.bottom <= seen.bottom &&
        place.left >= seen.left &&
        place.right <= seen.right
      if (isInside) return
      const box = state.getBBox()
      target.call(behaviour.translateTo, box.x + box.width / 2, box.y + box.height / 2)
    },
  }
}

/** The figure of a machine's page: its pictures, in plain words or technical names, with zoom. */
export function startViewer(figure: HTMLElement, changed: () => void) {
  const stage = figure.querySelector<HTMLElement>('.stage')!
  const templates = [...figure.querySelectorAll<HTMLTemplateElement>('template')]
  const technical = templates.find(({ dataset }) => dataset.file === undefined)!
  const pictures = templates.filter((template) => template !== technical)
  let chosen = pictures[0]!
  const svgOf = ({ content }: HTMLTemplateElement) => content.firstElementChild as SVGSVGElement
  let shown = show(stage, svgOf(chosen))
  const open = () => {
    shown = show(stage, svgOf(naming.checked ? technical : chosen))
    shown.fit()
    changed()
  }
  const choose = (file: string | undefined) => {
    chosen = pictures.find(({ dataset }) => dataset.file === file) ?? chosen
    naming.checked = false
    choice.value = chosen.dataset.file!
    open()
  }

  const button = (label: string, name: string, act: () => void) =>
    el('button', { type: 'button', class: 'button', 'aria-label': name, title: name, onclick: act }, label)
  const choice = el(
    'select',
    { 'aria-label': 'Part of the machine', onchange: () => choose(choice.value) },
    ...pictures.map(({ dataset }) => el('option', { value: dataset.file! }, dataset.label!)),
  )
  const naming = el('input', { type: 'checkbox', onchange: open })
  figure.prepend(
    el(
      'div',
      { class: 'tools' },
      pictures.length > 1 && choice,
      button('−', 'Zoom out', () => shown.scaleBy(1 / STEP)),
      button('+', 'Zoom in', () => shown.scaleBy(STEP)),
      button('Fit', 'Fit the drawing into its frame', () => shown.fit()),
      el('label', {}, naming, ' Technical names'),
    ),
  )

  const KEYS: Readonly<Record<string, () => void>> = {
    '+': () => shown.scaleBy(STEP),
    '-': () => shown.scaleBy(1 / STEP),
    '0': () => shown.fit(),
    ArrowLeft: () => shown.panBy(PAN, 0),
    ArrowRight: () => shown.panBy(-PAN, 0),
    ArrowUp: () => shown.panBy(0, PAN),
    ArrowDown: () => shown.panBy(0, -PAN),
  }
  stage.addEventListener('keydown', (event) => {
    const act = KEYS[event.key]
    if (!act || event.altKey || event.ctrlKey || event.metaKey) return
    act()
    event.preventDefault()
  })
  stage.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a')
    if (!link) return
    event.preventDefault()
    choose(link.getAttribute('href') ?? undefined)
  })
  new ResizeObserver(() => shown.fit()).observe(stage)

  const shows = (svg: ParentNode, id: string) => svg.querySelector(`[id="${CSS.escape(id)}"]`) !== null
  return {
    stage,
    follow: (id: string) => {
      const elsewhere = pictures.find((template) => shows(svgOf(template), id))
      if (!shows(stage, id) && elsewhere) choose(elsewhere.dataset.file)
      shown.follow(id)
    },
  }
}
