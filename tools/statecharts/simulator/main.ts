import { simulated } from 'virtual:simulated'
import type { Given } from './given.ts'
import { Simulation } from './simulation.ts'
import { startView } from './view.ts'

const given: Given = JSON.parse(document.querySelector('#given')?.textContent ?? '{}')
const panel = document.querySelector<HTMLElement>('#simulator')
const subject = simulated[given.name]

if (panel && subject) startView(panel, new Simulation(subject.machine, subject.model), given)
