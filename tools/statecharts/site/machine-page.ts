import { type ChartState, type ChartTransition, flat } from '../chart.ts'
import { escaped } from '../svg.ts'
import { capital, eventWords, guardNames, guardWords, spaced, stateWords } from '../words.ts'
import { countsOf, type Drawn, titleOf, walkedItems } from './drawn.ts'
import { anchorOf, htmlPage, MARK } from './html.ts'
import { matrixSection } from './matrix-section.ts'
import { REVIEW_SHEET } from './review-sheet.ts'
import type { Screens } from './screens.ts'

const LEGEND_LINES = [
  ['event', 'something happens'],
  ['done', 'an effect has ended well'],
  ['error', 'an effect has failed'],
  ['after', 'time is over'],
  ['always', 'decided at once'],
] as const

/** Explanation of the drawings' symbols. */
const LEGEND = `<details class="legend"><summary>What the signs mean</summary>
<ul>${LEGEND_LINES.map(([kind, text]) => `<li><svg width="34" height="10" aria-hidden="true"><path class="line-${kind}" d="M1 5H25"/><path class="head-${kind}" d="M24 1L33 5L24 9z"/></svg>${text}</li>`).join('')}
<li><b>●</b> it begins here</li><li><b>◆</b> decides at once</li><li><b>→</b> leads to the state named there</li><li><b>↻</b> begins it again</li><li><b>▸</b> has a picture of its own: press it</li><li><b>⚙</b> runs while it is here</li><li><b>dashed box</b> one of several that are active together</li><li><b>double border</b> the machine ends</li><li><b>red box</b> where the simulator is</li></ul></details>`

const code = (text: string) => text.replace(/`([^`]+)`/g, '<code>$1</code>')
const doc = (text: string | undefined) => (text ? `<small>${code(escaped(text))}</small>` : '')
const cell = (label: string, content: string, className = '') =>
  `<td data-label="${label}"${className && ` class="${className}"`}>${content}</td>`

const link = (id: string) => `<a href="#${anchorOf(id)}">${escaped(stateWords(id))}</a>`

function targetOf({ from, to }: ChartTransition): string {
  if (to === null) return '<span class="quiet">stays</span>'
  return to === from ? 'begins anew' : link(to)
}

const delayName = (event: string) => /^after (\w+)/.exec(event)?.[1] ?? ''

/** How often the last test run took a transition; empty if it was not counted. */
function walkedCells(id: string, walks: Drawn['walks']): string[] {
  if (!walks) return []
  const reason = walks.exceptions[id]
  const onActor = walks.actor[id] ?? 0
  const inBrowser = walks.browser[id] ?? 0
  return [
    cell('Actor', onActor === 0 ? '<span class="none">not walked</span>' : `${onActor} ×`, 'count'),
    reason === undefined
      ? cell('Browser', inBrowser === 0 ? '<span class="quiet">not yet</span>' : `${inBrowser} ×`, 'count')
      : cell('Browser', `<span>cannot be<small>${escaped(reason)}</small></span>`, 'reason'),
  ]
}

function transitionRow(transition: ChartTransition, { notes, walks }: Drawn): string {
  const { id, guard, actions, event, kind, says } = transition
  const isElse = guard === null && !id.endsWith(' | 0')
  const guards = guard === null ? [] : guardNames(guard).map((name) => notes.docs[name])
  const does = actions.map((name) => `<li>${escaped(capital(spaced(name)))}${doc(notes.docs[name])}</li>`)
  return `<tr id="${anchorOf(id)}" data-t="${escaped(id)}">${[
    cell(
      'When',
      `<span>${escaped(capital(eventWords(transition)))}${kind === 'after' ? doc(notes.docs[delayName(event)]) : ''}</span>`,
    ),
    cell(
      'If',
      guard === null
        ? isElse
          ? '<span class="quiet">otherwise</span>'
          : ''
        : `<span>${escaped(guardWords(guard))}${guards.map(doc).join('')}</span>`,
    ),
    cell('Goes to', `<span>${targetOf(transition)}</span>`),
    cell(
      'Does',
      does.length > 0
        ? `<ul>${does.join('')}</ul>${says.map((text) => `<small>Says “${escaped(text)}”</small>`).join('')}`
        : '',
    ),
    ...walkedCells(id, walks),
  ].join('')}</tr>`
}

const HEADS = ['When', 'If', 'Goes to', 'Does']
const COUNTS = ['Walked by actor', 'Walked in browser']

function table(state: ChartState, drawn: Drawn): string {
  if (state.transitions.length === 0) return ''
  const heads = [
    ...HEADS.map((head) => `<th scope="col">${head}</th>`),
    ...(drawn.walks ? COUNTS : []).map((head) => `<th scope="col" class="count">${head}</th>`),
  ]
  return `<table><caption class="vh">Ways out of ${escaped(stateWords(state.id))}</caption>
<thead><tr>${heads.join('')}</tr></thead>
<tbody>${state.transitions.map((transition) => transitionRow(transition, drawn)).join('\n')}</tbody></table>`
}

const listed = (label: string, names: readonly string[], { notes }: Drawn) =>
  names.length === 0
    ? ''
    : `<p><b>${label}</b> ${names
        .map(
          (name) =>
            escaped(spaced(name)) +
            (notes.docs[name] ? ` <small class="quiet">(${code(escaped(notes.docs[name]))})</small>` : ''),
        )
        .join(', ')}</p>`

const THEMES = [
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const

function picturesOf(state: ChartState, { pictures }: Drawn): string {
  const figures = THEMES.filter(([theme]) => pictures.includes(`${state.id}.${theme}.webp`)).map(
    ([theme, caption]) =>
      `<figure><img src="pictures/${encodeURIComponent(`${state.id}.${theme}.webp`)}" loading="lazy" alt="The screen in ${escaped(stateWords(state.id))}, ${theme}"><figcaption>${caption}</figcaption></figure>`,
  )
  return figures.length === 0 ? '' : `<div class="pictures">${figures.join('')}</div>`
}

const KINDS: Readonly<Record<string, string>> = {
  final: 'The machine ends here.',
  parallel: 'All of its states at once.',
}

function stateCard(state: ChartState, drawn: Drawn): string {
  const { id, type, description, initial, tags, invokes, entry, exit } = state
  return `<article class="state-card" id="${anchorOf(id)}">
<h3>${escaped(stateWords(id))}<code>${escaped(id)}</code></h3>
<p>${escaped(description ?? '')}${state.says.map((text) => ` Shows “${escaped(text)}”.`).join('')} ${KINDS[type] ?? ''}${initial === null ? '' : ` Begins in ${link(initial)}.`}</p>
${picturesOf(state, drawn)}
${listed('While here runs:', invokes, drawn)}
${listed('On coming in:', entry, drawn)}
${listed('On leaving:', exit, drawn)}
${tags.length === 0 ? '' : `<p class="quiet">Views read: ${tags.map((tag) => `<code>${escaped(tag)}</code>`).join(' ')}</p>`}
${table(state, drawn)}
</article>`
}

function clauseList({ notes }: Drawn): string {
  if (notes.clauses.size === 0) return '<p class="quiet">No clause asks for this machine alone.</p>'
  const items = [...notes.clauses].map(
    ([clause, says]) =>
      `<dt>${clause}</dt><dd>${says.map((one) => `<p>${code(escaped(capital(one)))}</p>`).join('') || '<p class="quiet">Shown by the walks.</p>'}</dd>`,
  )
  return `<dl class="clauses">${items.join('\n')}</dl>`
}

/** One line for a shared chart: a machine's behaviour is on its own page. */
function sharedLine({ name, sharedWith }: Drawn): string {
  if (sharedWith.length === 0) return ''
  const links = sharedWith.map(
    (other) => `<a href="../${other}/index.html">${escaped(capital(other.replaceAll('-', ' ')))}</a>`,
  )
  const isUser = sharedWith.length === 1 && !['form', 'record', 'operation', 'link'].includes(name)
  return `<p class="quiet">${isUser ? 'It shares the chart of' : 'The chart of'} ${links.join(', ')}.</p>`
}

const screensList = (screens: Screens) =>
  Object.keys(screens).length === 0
    ? ''
    : `<section class="screens" aria-label="Screens"><h3>Screens of its states</h3><ul>${Object.entries(
        screens,
      )
        .map(
          ([id, { light, dark }]) =>
            `<li><a href="#${anchorOf(id)}"><picture>${dark === undefined ? '' : `<source srcset="${dark}" media="(prefers-color-scheme: dark)">`}<img src="${light}" alt="" loading="lazy"></picture>${escaped(stateWords(id))}</a></li>`,
        )
        .join('')}</ul></section>`

/** Data that the simulator needs besides the machine. */
const given = ({ name, chart, screens, notes }: Drawn) => {
  const descriptions = Object.fromEntries(flat(chart).map(({ id, description }) => [id, description]))
  return JSON.stringify({ name, descriptions, screens, docs: notes.docs }).replaceAll('<', '\\u003c')
}

const journeyLinks = (journeys: Drawn['journeys']) =>
  journeys.length === 0
    ? ''
    : `<p>In journeys: ${journeys.map(({ id, title }) => `<a href="../journeys/${id}/index.html">${escaped(title)}</a>`).join(' · ')}</p>`

/** The pictures of a machine, for its stage. */
const templates = ({ shown, technical }: Drawn) =>
  [
    ...shown.map(
      ({ file, label, svg }) =>
        `<template data-file="${escaped(file)}" data-label="${escaped(label)}">${svg}</template>`,
    ),
    `<template>${technical}</template>`,
  ].join('\n')

/** A machine's page: to read, print, and walk. It opens with the drawing filling the screen. */
export function machinePage(drawn: Drawn, before: Drawn | undefined, after: Drawn | undefined): string {
  const { chart, journeys, shown, screens } = drawn
  const counts = countsOf(drawn)
  const beside = (other: Drawn | undefined, word: string) =>
    other ? `<a href="../${other.name}/index.html">${word}: ${escaped(titleOf(other))}</a>` : '<span></span>'
  const title = escaped(titleOf(drawn))
  return htmlPage({
    title: `${titleOf(drawn)}: statechart`,
    up: '../',
    scripts: ['simulator.js'],
    body: `<header class="of-machine"><p class="top">${MARK}<a href="../index.html">Statecharts</a></p>
<h1>${title}</h1><p>${escaped(chart.description ?? '')}</p></header>
<main id="main">
<section class="stepping" aria-label="Diagram and simulator">
<figure class="diagram"><div class="stage" tabindex="0" role="group" aria-label="Diagram of ${title}; the states below say the same in words"></div>
${templates(drawn)}
${shown.map(({ file }) => `<img class="printed" src="${file}" alt="" loading="lazy">`).join('')}
</figure>
<div class="aside"><div id="simulator"><noscript><p>The simulator needs JavaScript; all else does not.</p></noscript></div>${screensList(screens)}</div>
</section>
${LEGEND}
<ul class="facts">
<li><b>${counts.states}</b> states, <b>${counts.transitions}</b> transitions</li>
${walkedItems([drawn])}
<li><a href="${REVIEW_SHEET}">Review sheet</a></li><li><a href="drawing.svg">Drawing</a></li><li><a href="chart.json">Data</a></li>
</ul>${journeyLinks(journeys)}
<section aria-labelledby="states"><h2 id="states">States</h2>
${flat(chart)
  .map((state) => stateCard(state, drawn))
  .join('\n')}
</section>
${drawn.matrix ? matrixSection(drawn.matrix) : ''}
<section aria-labelledby="clauses"><h2 id="clauses">Clauses it fulfils</h2>
${clauseList(drawn)}
</section>
${sharedLine(drawn)}
<nav class="beside" aria-label="Other machines">${beside(before, 'Before')}${beside(after, 'Next')}</nav>
</main>
<script type="application/json" id="given">${given(drawn)}</script>`,
  })
}
