import { join } from 'node:path'
import { machineFiles } from './machines.ts'

/** Rooms of the product, each a folder of `src/machines`, in the order of the index. */
const TITLES: Readonly<Record<string, string>> = {
  accounts: 'Accounts and log-in',
  shell: 'Moving about',
  connection: 'The connection',
  organizations: 'Organizations',
  billing: 'Plans and payment',
  knowledge: 'Knowledge',
  assistants: 'Assistants',
  conversations: 'Conversations',
  visitors: 'Visitors',
  developers: 'For developers',
  shared: 'Shared charts',
}

const ASKED_FIRST = ['session', 'organizations', 'create-organization', 'plan-change', 'socket']

const files = [...machineFiles(join(import.meta.dirname, '../..'))].filter(
  ([machine]) => !ASKED_FIRST.includes(machine),
)

/** Title → machines: first those asked about most, then those of each room. */
export const AREAS: Readonly<Record<string, readonly string[]>> = {
  'Asked about most': ASKED_FIRST,
  ...Object.fromEntries(
    Object.entries(TITLES).map(([room, title]) => [
      title,
      files.flatMap(([machine, file]) => (file.startsWith(`${room}/`) ? [machine] : [])),
    ]),
  ),
}

/** Journeys in the order of a person's life with the product. */
const JOURNEYS = [
  'sign-in',
  'create-organization',
  'add-knowledge',
  'ask',
  'switch-organization',
  'change-plan',
  'smaller-plan',
  'lose-connection',
  'session-expires',
]

/** Position of a journey among the others; a new one comes last. */
export const placeOfJourney = (id: string) => (JOURNEYS.indexOf(id) + 1 || JOURNEYS.length + 1) - 1
