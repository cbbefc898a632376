import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { JOURNEY_FILE, type Journey } from '../../../tests/e2e/journeys/recording.ts'
import { matrixOf } from '../../../tests/harness/model/matrix.ts'
import { allTransitions } from '../../../tests/harness/model/transitions.ts'
import { placeOfJourney } from '../areas.ts'
import { chartOf } from '../chart.ts'
import { chartNameOf, usersOf } from '../charts.ts'
import { committedFiles, DRAWINGS, partName, tellMachines } from '../committed.ts'
import { drawingOf } from '../drawing.ts'
import { faultsOf } from '../faults.ts'
import { layOut } from '../layout.ts'
import { findMachines, findModels } from '../machines.ts'
import { fileOf } from '../names.ts'
import { svgOf } from '../svg.ts'
import { simulatorScript } from './bundle.ts'
import { countsOf, type Drawn, inBrowserText, onActorText, sumOf } from './drawn.ts'
import { pageStyle } from './html.ts'
import { indexPage } from './index-page.ts'
import { journeyPage } from './journey-page.ts'
import { machinePage } from './machine-page.ts'

import { picturesOf, RECORDINGS } from './recordings.ts'
import { REVIEW_SHEET, reviewSheet } from './review-sheet.ts'
import { screensOf } from './screens.ts'
import { MAP_PAGE, mapPage, systemMap, tieList, tiesOf } from './system-map.ts'
import { mergeWalks, readWalkNotes, readWalks, WALKS, walksText } from './walks.ts'

/**
 * Builds the pages for reviewers in `dist/statecharts` from the machines and from recordings of test runs.
 * `main.ts [folder]`: first imports the walks of a run. Fails if the committed drawings are outdated or
 * unreadable.
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
const journeys = (existsSync(journeysFolder) ? readdirSync(journeysFolder) : [])
  .flatMap((id) => {
    const file = join(journeysFolder, id, JOURNEY_FILE)
    return existsSync(file) ? [JSON.parse(readFileSync(file, 'utf8')) as Journey] : []
  })
  .sort((a, b) => placeOfJourney(a.id) - placeOfJourney(b.id))

/** Wide enough for names in code. */
const TECHNICAL = { state: 240, cause: 240 }

const drawings: Drawn[] = []
const told = await tellMachines(root, machines, models)
for (const { name, machine, model, notes, chart, views } of told) {
  const own = journeys.filter(({ lanes }) => lanes.includes(machine.id))
  const pictures = picturesOf(join(recordings, 'pictures', name), chartOf(machine))
  const shared = chartNameOf(machine)
  drawings.push({
    name,
    chart,
    shown: views.map(({ id, layout }) => ({
      file: fileOf(id),
      label: id === chart.id ? 'The whole' : partName(id),
      svg: svgOf(layout),
    })),
    technical: svgOf(await layOut(drawingOf(chartOf(machine), 'technical', TECHNICAL), 'DOWN')),
    notes,
    walks: walks[name],
    journeys: own,
    screens: screensOf(chart, pictures, own),
    pictures,
    matrix: model && matrixOf(machine, model),
    sharedWith: shared === name ? usersOf(name, machines) : [shared],
  })
}

rmSync(site, { recursive: true, force: true })
const write = (name: string, content: string) => {
  mkdirSync(dirname(join(site, name)), { recursive: true })
  writeFileSync(join(site, name), content)
}
for (const [place, drawn] of drawings.entries()) {
  const { name, chart, pictures, shown } = drawn
  write(`${name}/index.html`, machinePage(drawn, drawings[place - 1], drawings[place + 1]))
  write(`${name}/${REVIEW_SHEET}`, reviewSheet(drawn))
  for (const { file, svg } of shown) write(`${name}/${file}`, svg)
  write(`${name}/chart.json`, `${JSON.stringify(chart, null, 2)}\n`)
  for (const picture of pictures)
    cpSync(join(recordings, 'pictures', name, picture), join(site, name, 'pictures', picture))
}
for (const journey of journeys) {
  cpSync(join(journeysFolder, journey.id), join(site, 'journeys', journey.id), { recursive: true })
  write(`journeys/${journey.id}/index.html`, journeyPage(journey))
}
const ties = tiesOf(drawings, journeys)
const map = await systemMap(drawings, ties)
write(MAP_PAGE, mapPage(map, tieList(drawings, ties)))
write('index.html', indexPage(drawings, journeys, map))
write('index.js', readFileSync(join(import.meta.dirname, 'index.js'), 'utf8'))
write('page.css', pageStyle(root))
write('simulator.js', await simulatorScript(root, machines))

const total = sumOf(drawings.map(countsOf))
if (drawings.some((drawn) => drawn.walks)) {
  console.log(`Transitions walked on actors: ${onActorText(total)}`)
  console.log(`Transitions walked in the browser: ${inBrowserText(total)}, ${total.exceptions} exceptions`)
}
console.log(`${machines.size} machines and ${journeys.length} journeys in ${join(site, 'index.html')}`)

const faults = faultsOf(join(root, DRAWINGS), committedFiles(machines, told))
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
