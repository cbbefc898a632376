import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { JOURNEY_FILE, type Journey } from '../../../tests/e2e/journeys/recording.ts'
import { matrixOf } from '../../../tests/harness/model/matrix.ts'
import { allTransitions } from '../../../tests/harness/model/transitions.ts'
import { chartOf } from '../chart.ts'
import { chartNameOf, chartsOf, usesOf } from '../charts.ts'
import { findMachines, findModels } from '../machines.ts'
import { kebab } from '../names.ts'
import { readNotes } from '../notes.ts'
import { simulatorScript } from './bundle.ts'
import { countsOf, type Drawn, inBrowserText, onActorText, sumOf } from './drawn.ts'
import { pageStyle } from './html.ts'
import { indexPage } from './index-page.ts'
import { journeyPage } from './journey-page.ts'
import { machinePage } from './machine-page.ts'
import { MAP_PAGE, mapPage } from './map-page.ts'
import { picturesOf, RECORDINGS } from './recordings.ts'
import { REVIEW_SHEET, reviewSheet } from './review-sheet.ts'
import { systemMap, tieList, tiesOf } from './system-map.ts'
import { viewsOf } from './views.ts'
import { mergeWalks, readWalkNotes, readWalks, WALKS, walksOfChart, walksText } from './walks.ts'

/**
 * Builds the pages for reviewers in `dist/statecharts` from the machines and from what runs of the tests have
 * recorded. `main.ts [folder]`: takes over what a run has walked, first.
 */
const root = join(import.meta.dirname, '../../..')
const recordings = join(root, RECORDINGS)
const site = join(root, 'dist/statecharts')
const machines = await findMachines(root)
const models = await findModels(root, machines)

const walked = process.argv[2]
if (walked !== undefined) {
  const known = new Map([...machines].map(([name, machine]) => [name, allTransitions(machine)]))
  mkdirSync(recordings, { recursive: true })
  const merged = mergeWalks(readWalks(recordings), readWalkNotes(walked), known)
  writeFileSync(join(recordings, WALKS), walksText(merged))
}
const walks = readWalks(recordings)

const journeysFolder = join(recordings, 'journeys')
const journeys = (existsSync(journeysFolder) ? readdirSync(journeysFolder).sort() : []).flatMap((id) => {
  const file = join(journeysFolder, id, JOURNEY_FILE)
  return existsSync(file) ? [JSON.parse(readFileSync(file, 'utf8')) as Journey] : []
})

/** The page of a machine, by its id. */
const pages = new Map([...machines.values()].map((machine) => [machine.id, chartNameOf(machine)]))
const pageOf = (id: string) => pages.get(id) ?? kebab(id)

const drawings: Drawn[] = []
for (const [name, shared] of chartsOf(machines)) {
  const { machine, users } = shared
  const chart = chartOf(machine)
  const model = models.get(name)
  drawings.push({
    name,
    chart,
    views: await viewsOf(chart),
    notes: readNotes(root, name, machine.id),
    walks: walksOfChart(walks, machine, users),
    journeys: journeys.filter(({ lanes }) =>
      [machine, ...users.values()].some(({ id }) => lanes.includes(id)),
    ),
    pictures: picturesOf(join(recordings, 'pictures', name), chart),
    matrix: model && matrixOf(machine, model),
    uses: usesOf(shared, models),
  })
}

rmSync(site, { recursive: true, force: true })
const write = (name: string, content: string) => {
  mkdirSync(dirname(join(site, name)), { recursive: true })
  writeFileSync(join(site, name), content)
}
for (const [place, drawn] of drawings.entries()) {
  const { name, chart, pictures, views } = drawn
  const whole = views.find(({ id }) => id === 'whole')!
  write(`${name}/index.html`, machinePage(drawn, drawings[place - 1], drawings[place + 1]))
  write(`${name}/${REVIEW_SHEET}`, reviewSheet(drawn))
  write(`${name}/drawing.svg`, whole.drawings.plain)
  write(`${name}/chart.json`, `${JSON.stringify(chart, null, 2)}\n`)
  for (const picture of pictures)
    cpSync(join(recordings, 'pictures', name, picture), join(site, name, 'pictures', picture))
}
for (const journey of journeys) {
  cpSync(join(journeysFolder, journey.id), join(site, 'journeys', journey.id), { recursive: true })
  write(`journeys/${journey.id}/index.html`, journeyPage(journey, pageOf))
}
const ties = tiesOf(drawings, journeys, pageOf)
const map = await systemMap(drawings, ties)
write(MAP_PAGE, mapPage(map, tieList(drawings, ties)))
write('index.html', indexPage(drawings, journeys, map))
write('index.js', readFileSync(join(import.meta.dirname, 'index.js'), 'utf8'))
write('page.css', pageStyle(root))
write(
  'simulator.js',
  await simulatorScript(root, new Map(drawings.map(({ name }) => [name, machines.get(name)!]))),
)

const total = sumOf(drawings.map(({ chart, walks: of }) => countsOf(chart, of)))
console.log(`Transitions walked on actors: ${onActorText(total)}`)
console.log(`Transitions walked in the browser: ${inBrowserText(total)}, ${total.exceptions} exceptions`)
console.log(
  `${drawings.length} charts of ${machines.size} machines and ${journeys.length} journeys in ${join(site, 'index.html')}`,
)
