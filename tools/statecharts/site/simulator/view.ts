import type { AnyEventObject } from 'xstate'
import { highlightDrawing } from '../../../../src/ui/inspect/highlight-drawing.ts'
import { el } from '../../../../src/ui/inspect/inspector.ts'
import { cases, context, effects, type Given, here, history, picture } from './sections.ts'
import type { Simulation } from './simulation.ts'
import { startViewer } from './viewer.ts'

const STEP = 220 // ms

/** Plays walks that take every transition, step by step. */
function startPlayer(simulation: Simulation, show: () => void) {
  let timer: ReturnType<typeof setInterval> | null = null

  const stop = () => {
    if (timer === null) return
    clearInterval(timer)
    timer = null
    show()
  }

  const play = () => {
    const left = simulation.everything().flatMap((events) => [null, ...events])
    timer = setInterval(() => {
      const event = left.shift()
      if (event === undefined) return stop()
      if (event === null) simulation.restart()
      else simulation.choose(event)
      show()
    }, STEP)
    show()
  }

  return { play, stop, isPlaying: () => timer !== null }
}

/** Redraws the panel after each step, keeping the focus. */
export function startView(panel: HTMLElement, figure: HTMLElement, simulation: Simulation, given: Given) {
  let message = simulation.open(location.hash)
    ? ''
    : 'This walk was made with another version of the machine: it goes on as far as it fits.'
  const player = startPlayer(simulation, show)

  const button = (id: string, label: string, isPossible: boolean, act: () => void, isMain = false) =>
    el(
      'button',
      {
        type: 'button',
        class: isMain ? 'button main' : 'button',
        'data-focus': id,
        'aria-disabled': !isPossible && 'true',
        onclick: () => {
          if (isPossible) act()
        },
      },
      label,
    )

  const goTo = (at: number) => {
    player.stop()
    simulation.goTo(at)
    show()
  }

  const choose = (event: AnyEventObject) => {
    player.stop()
    message = ''
    simulation.choose(event)
    show()
  }

  const scene = { simulation, given, choose, goTo }

  async function copyLink() {
    const address = `${location.href.split('#')[0]}${simulation.link()}`
    try {
      await navigator.clipboard.writeText(address)
      message = 'The link is copied.'
    } catch {
      message = 'The address of this page is the link.'
    }
    show()
  }

  function bar() {
    const { at, moments } = simulation
    const restart = () => {
      simulation.restart()
      goTo(0)
    }
    return el(
      'div',
      { class: 'bar' },
      player.isPlaying()
        ? button('play', 'Stop', true, player.stop, true)
        : button('play', 'Walk everything', true, player.play, true),
      button('back', 'Back', at > 0, () => goTo(at - 1)),
      button('forward', 'Forward', at < moments.length - 1, () => goTo(at + 1)),
      button('restart', 'Start again', moments.length > 1, restart),
      button('link', 'Copy link', at > 0, copyLink),
    )
  }

  const viewer = startViewer(figure, light)
  const status = el('div', { role: 'status' })
  const body = el('div', { class: 'panel' })
  panel.replaceChildren(el('h2', { class: 'vh' }, 'Simulator'), status, body)

  function light() {
    const { snapshot, taken } = simulation.now
    const active = snapshot._nodes.map(({ id }) => id)
    highlightDrawing(viewer.stage, { active, taken, walked: simulation.walked })
    // A page opens with the whole machine, wherever it begins.
    if (simulation.at > 0) viewer.follow(active.at(-1) ?? '')
  }

  function show() {
    const focus = (document.activeElement as HTMLElement | null)?.dataset.focus
    const walked = simulation.walked.size
    const all = simulation.transitions.length
    status.replaceChildren(here(scene), message)
    body.replaceChildren(
      ...[
        bar(),
        picture(scene),
        cases(scene),
        effects(scene),
        history(scene),
        context(scene),
        walked > 0 &&
          el(
            'div',
            {},
            el('p', {}, `${walked} of ${all} transitions walked here`),
            el('progress', { max: String(all), value: String(walked), 'aria-label': 'Transitions walked' }),
          ),
        el('p', { class: 'quiet' }, 'Keys here: 1 to 9 choose, ← and → go through the history.'),
      ].filter((part) => typeof part !== 'boolean'),
    )
    light()
    window.history.replaceState(null, '', `${location.pathname}${location.search}${simulation.link()}`)
    if (focus === undefined) return
    const target =
      body.querySelector<HTMLElement>(`[data-focus="${focus}"]`) ??
      body.querySelector<HTMLElement>('.case, .button')
    target?.focus({ preventScroll: true })
  }

  panel.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowLeft') goTo(simulation.at - 1)
    else if (event.key === 'ArrowRight') goTo(simulation.at + 1)
    else if (/^[1-9]$/.test(event.key))
      body.querySelector<HTMLElement>(`[data-focus="case-${Number(event.key) - 1}"]`)?.click()
    else return
    event.preventDefault()
  })
  window.addEventListener('hashchange', () => {
    if (location.hash !== simulation.link()) simulation.open(location.hash)
    show()
  })
  show()
}
