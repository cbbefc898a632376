import { simulated } from 'virtual:simulated'
import { startNotes } from './note.ts'
import type { Given } from './sections.ts'
import { Simulation } from './simulation.ts'
import { startView } from './view.ts'

const given: Given = JSON.parse(document.querySelector('#given')?.textContent ?? '{}')
const panel = document.querySelector<HTMLElement>('#simulator')
const figure = document.querySelector<HTMLElement>('.diagram')
const subject = simulated[given.name]

if (panel && figure && subject)
  startView(panel, figure, new Simulation(subject.machine, subject.model), given)
startNotes()
