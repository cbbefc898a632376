import { beforeEach, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { createQueryCache } from '../../src/services/cache/query-cache.ts'
import { placeInChat, provideConversation } from '../../src/services/conversations/conversation.provide.ts'
import { provideOrganizationLive } from '../../src/services/organizations/organization-live.provide.ts'
import { providePersonalData } from '../../src/services/organizations/personal-data.provide.ts'
import { provideTeam } from '../../src/services/organizations/team.provide.ts'
import { listener, standIn } from '../harness/system.ts'

const NAMES = ['groups', 'readers', 'gaps', 'usage', 'conversations', 'conversation'] as const
let cache = createQueryCache()
const keyOf = (name: string) => ['org', 'o1', name, {}]
const outdated = () => NAMES.filter((name) => cache.getQueryState(keyOf(name))?.isInvalidated !== false)

beforeEach(() => {
  cache = createQueryCache()
  for (const name of NAMES) cache.setQueryData(keyOf(name), [])
})

/** Effects of a machine that need no arguments. */
const actionsOf = (machine: { implementations: { actions?: object } }) =>
  machine.implementations.actions as Record<string, () => void>
const services = <Services>(more: object) => more as Services

it('a member who is removed is in no group and no list of readers any more', () => {
  const team = provideTeam(services({ http: {}, cache }))
  actionsOf(team.removeMember).finish!()
  expect(outdated()).toEqual(['groups', 'readers', 'usage'])
})

it('a member whom another person removes is in no group and no list of readers any more', () => {
  const scope = listener()
  standIn(scope, 'connections', () => {})
  const live = createActor(provideOrganizationLive(cache), {
    parent: scope,
    input: { organizationId: 'o1' },
  }).start()
  live.send({ type: 'live.received', message: { type: 'member_update', data: { user_id: 'u1' } } } as never)
  expect(outdated()).toEqual(['groups', 'readers', 'usage'])
})

it('nothing of a person who is erased is shown from the cache', () => {
  const machine = providePersonalData(
    ...([{}, cache, {}] as unknown as Parameters<typeof providePersonalData>),
  )
  actionsOf(machine).refresh!()
  expect(outdated()).toEqual([...NAMES])
  expect(cache.getQueryData(keyOf('conversation'))).toBeUndefined()
})

it('a question is counted, and among those without an answer, when these are shown next', () => {
  const conversation = provideConversation(services({ http: {}, cache, unsent: {}, placeOf: placeInChat }))
  actionsOf(conversation).refreshHistory!()
  expect(outdated()).toEqual(['gaps', 'usage', 'conversations', 'conversation'])
})
