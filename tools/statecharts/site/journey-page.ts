import { type Happening, type Journey, PERSON } from '../../../tests/e2e/journeys/recording.ts'
import { kebab } from '../names.ts'
import { escaped } from '../svg.ts'
import { capital, eventTypeWords, spaced, stateWords } from '../words.ts'
import { htmlPage, MARK } from './html.ts'

const SERVER = 'server'

/** One line of a step: from one lane to another, with its result. */
interface Row {
  readonly from: number
  readonly to: number
  readonly label: string
  readonly result: string
  readonly isBad: boolean
}

/** States common to several regions, if informative. */
const shared = (states: readonly string[]) => {
  const [first = '', ...others] = states
  const keys = first.split('.')
  const isShared = (length: number) =>
    others.every((other) => other.startsWith(`${keys.slice(0, length).join('.')}.`))
  const length = keys.findLastIndex((_, index) => isShared(index + 1)) + 1
  return length > 1 ? [keys.slice(0, length).join('.')] : states
}

const statesText = (states: readonly string[]) =>
  (states.length > 1 ? shared(states) : states).map(stateWords).join(', ')

/** A successful read. */
const isRead = (happening: Happening) =>
  happening.kind === 'request' && happening.call.startsWith('GET ') && happening.status < 400

/** Consecutive successful reads share a line: which ones seldom matters. */
function grouped(happenings: readonly Happening[]): (Happening | readonly Happening[])[] {
  const groups: (Happening | Happening[])[] = []
  for (const happening of happenings) {
    const last = groups.at(-1)
    if (!isRead(happening) || (happening.kind === 'request' && happening.status >= 400))
      groups.push(happening)
    else if (Array.isArray(last)) last.push(happening)
    else groups.push([happening])
  }
  return groups
}

const readsText = (reads: readonly Happening[]) => {
  const calls = reads.flatMap((one) => (one.kind === 'request' ? [one.call] : []))
  return calls.length === 1 ? calls[0]! : `reads ${calls.length} things`
}

/** The rows of a step; the last lane to act calls the server, and receives its response. */
function rowsOf(happenings: readonly Happening[], lanes: readonly string[]): Row[] {
  const server = lanes.length - 1
  let last = 0
  const asked = (label: string, result: string, isBad: boolean): Row => ({
    from: last,
    to: server,
    label,
    result,
    isBad,
  })
  const rowOf = (happening: Exclude<Happening, { kind: 'request' | 'message' }>): Row => {
    last = lanes.indexOf(happening.to)
    // Time, an effect, or a machine without a lane: it originates in the lane itself.
    const sender = happening.from === null ? -1 : lanes.indexOf(happening.from)
    const event = happening.kind === 'start' ? null : happening.event
    return {
      from: sender === -1 ? last : sender,
      to: last,
      label: event === null ? 'starts' : eventTypeWords(event),
      result: statesText(happening.states),
      isBad: event?.startsWith('xstate.error.') ?? false,
    }
  }
  return grouped(happenings).map((happening): Row => {
    if ('length' in happening) return asked(readsText(happening), '', false)
    if (happening.kind === 'request')
      return asked(happening.call, String(happening.status), happening.status >= 400)
    if (happening.kind !== 'message') return rowOf(happening)
    const label = happening.event.replaceAll('_', ' ')
    return { from: server, to: Math.max(last, 1), label, result: '', isBad: false }
  })
}

/** Lanes are grid columns: an arrow spans those between, and its result is in the last. */
function rowHtml({ from, to, label, result, isBad }: Row, titles: readonly string[]) {
  const [first, final] = [Math.min(from, to), Math.max(from, to)]
  const direction = from === to ? 'self' : from < to ? 'right' : 'left'
  const span = `--first:${first + 1};--last:${final + 2};--at:${to + 1}`
  const said = from === to ? titles[to] : `${titles[from]} to ${titles[to]}`
  return `<li class="row ${direction}${isBad ? ' bad' : ''}" style="${span}">
<span class="vh">${escaped(said ?? '')}: </span><span class="arrow"><span>${escaped(label)}</span></span>${result === '' ? '' : `<span class="result"><span class="vh">now </span>${escaped(result)}</span>`}</li>`
}

/** A story across actors, with the screen at each step. */
export function journeyPage(journey: Journey): string {
  const { title, question, answer, steps } = journey
  const lanes = [PERSON, ...journey.lanes, SERVER]
  const titles = lanes.map((lane) => capital(spaced(lane)))
  const heads = lanes.map((lane, place) =>
    lane === PERSON || lane === SERVER
      ? `<span>${titles[place]}</span>`
      : `<a href="../../${kebab(lane)}/index.html">${escaped(titles[place]!)}</a>`,
  )
  const sections = steps.map(({ says, picture, happenings }, place) => {
    const rows = rowsOf(happenings, lanes).map((row) => rowHtml(row, titles))
    return `<section class="journey-step" aria-labelledby="step-${place + 1}">
<div><h2 id="step-${place + 1}"><span class="number">${place + 1}</span> ${escaped(says)}</h2>
<a href="${picture}"><img src="${picture}" alt="The screen after: ${escaped(says)}" loading="lazy" width="960" height="600"></a></div>
<div class="swim" tabindex="0" role="group" aria-label="What happens in step ${place + 1}" style="--lanes:${lanes.length}">
<div class="lane-heads">${heads.join('')}</div>
<ol>${rows.join('\n')}</ol>${rows.length === 0 ? '<p class="quiet">Nothing but what the screen shows.</p>' : ''}</div>
</section>`
  })
  return htmlPage({
    title: `${title}: journey`,
    up: '../../',
    body: `<header><p class="top">${MARK}<a href="../../index.html">Statecharts</a></p>
<h1>${escaped(title)}</h1>
<p class="question">${escaped(question)}</p>
<p class="lead">${escaped(answer)}</p>
<p class="quiet">Recorded from a run of the app in a browser, on the real server. Each arrow is something that happened; under it, where that led.</p></header>
<main id="main">${sections.join('\n')}</main>`,
  })
}
