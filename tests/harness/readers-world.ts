import fc from 'fast-check'
import type { Role } from '../../src/services/contract/roles.ts'

export const PLACES = ['lighthouse', 'orchard', 'bakery', 'observatory']
/** Two documents of each of those knowledge bases, in order. */
export const SUBJECTS = [
  'lighthouse',
  'jetty',
  'orchard',
  'cellar',
  'bakery',
  'mill',
  'observatory',
  'library',
]
export const baseOf = (document: number) => Math.floor(document / 2)
export const ROLES: readonly Role[] = ['owner', 'admin', 'editor', 'viewer', 'viewer']
export const GROUPS = 3
/** Each with its connected knowledge bases; the test listens to the first one's socket. */
export const ASSISTANTS: readonly (readonly number[])[] = [[0, 1, 2, 3], [0, 1], [3]]
/** Documents whose readers follow a service, so that no one chooses them. */
export const FOLLOWED = [5, 7]
export const addressOfGroup = (group: number) => `group-${group}@service.test`
const CODE = /[AK]\dQX/g
export const codeOf = (document: number) => `K${document}QX`
/** In the name of an assistant, and in the title of each of its conversations. */
export const codeOfAssistant = (assistant: number) => `A${assistant}QX`
export const questionOf = (document: number) => `What is the access code of the ${SUBJECTS[document]}?`
export const codesIn = (value: unknown) => new Set(JSON.stringify(value).match(CODE) ?? [])

const one = (count: number) => fc.nat({ max: count - 1 })
const some = (count: number) => fc.subarray(Array.from({ length: count }, (_, n) => n))

/** How many viewers there are between two changes: each view is a case. */
export const LOOKS = 4

export type Rule = { restricted: boolean; groups: ReadonlySet<number>; people: ReadonlySet<number> }
const everyone = (): Rule => ({ restricted: false, groups: new Set(), people: new Set() })

const openToAll = () => ({
  members: Array.from({ length: GROUPS }, () => new Set<number>()),
  bases: PLACES.map(everyone),
  documents: SUBJECTS.map(everyone),
  assistants: ASSISTANTS.map(everyone),
})

/** The rules, in the plainest words. */
export const world = {
  ...openToAll(),
  /** As in a newly founded organization. */
  reset() {
    Object.assign(this, openToAll())
  },
  isOpen(person: number, { restricted, groups, people }: Rule) {
    return !restricted || people.has(person) || [...groups].some((group) => this.members[group]!.has(person))
  },
  mayRead(person: number, base: number) {
    return this.isOpen(person, this.bases[base]!)
  },
  mayReadDocument(person: number, document: number) {
    return this.mayRead(person, baseOf(document)) && this.isOpen(person, this.documents[document]!)
  },
  mayUse(person: number, assistant: number) {
    return this.isOpen(person, this.assistants[assistant]!)
  },
  usable(person: number) {
    return ASSISTANTS.flatMap((_, assistant) => (this.mayUse(person, assistant) ? [assistant] : []))
  },
  /** In all knowledge bases, or in one. */
  documentsFor(person: number, base?: number) {
    return SUBJECTS.flatMap((_, document) =>
      this.mayReadDocument(person, document) && (base === undefined || baseOf(document) === base)
        ? [document]
        : [],
    )
  },
  readable(person: number, of: readonly number[] = PLACES.map((_, base) => base)) {
    return of.filter((base) => this.mayRead(person, base))
  },
}

export type Drawn = { person: number; document: number; assistant: number; from: number }
export type Change = { restricted: boolean; groups: number[]; people: number[] }

const rule = { restricted: fc.boolean(), groups: some(GROUPS), people: some(ROLES.length) }

/** A change of the rules, whether someone asks, and who views what. */
export const draw = (probes: readonly string[]) => {
  const look = {
    person: one(ROLES.length),
    document: one(SUBJECTS.length),
    assistant: one(ASSISTANTS.length),
    from: fc.nat({ max: 10_000 }),
  }
  const looks = { minLength: LOOKS, maxLength: LOOKS }
  return fc.record({
    change: fc.oneof(
      { weight: 2, arbitrary: fc.record({ base: one(PLACES.length), ...rule }) },
      { weight: 2, arbitrary: fc.record({ document: one(SUBJECTS.length), ...rule }) },
      { weight: 2, arbitrary: fc.record({ followed: fc.constantFrom(...FOLLOWED), ...rule }) },
      { weight: 2, arbitrary: fc.record({ closed: one(ASSISTANTS.length), ...rule }) },
      { weight: 1, arbitrary: fc.record({ group: one(GROUPS), members: some(ROLES.length) }) },
    ),
    asked: fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.record(look) }),
    looks: fc.array(fc.record({ ...look, probe: fc.constantFrom(...probes) }), looks),
  })
}
