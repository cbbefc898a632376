import { describe, expect, it, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { groupValuesOf } from '../../src/machines/organizations/groups.machine.ts'
import type { QueryCache } from '../../src/services/cache/query-cache.ts'
import type { Group } from '../../src/services/contract/groups.ts'
import type { Http } from '../../src/services/http/client.ts'
import { provideGroups } from '../../src/services/organizations/groups.provide.ts'

const GROUP: Group = {
  id: 'g1',
  organization_id: 'o1',
  name: 'G',
  managed_by: 'hand',
  claim_value: null,
  service_address: 'g@acme.example',
  member_ids: ['u1', 'u2'],
  knowledge_bases: [],
  assistants: [],
  documents: 0,
}

/** The body that is sent after `fields` were changed in turn. */
const sentAfter = async (...fields: readonly (readonly [name: string, value: unknown])[]) => {
  const call = vi.fn(async (_of: object, _ids: object, _options: { body: object }) => GROUP)
  const { writeGroup } = provideGroups({
    http: { call } as unknown as Http,
    cache: { invalidateQueries: async () => {} } as unknown as QueryCache,
  })
  const actor = createActor(writeGroup).start()
  actor.send({ type: 'form.opened', organizationId: 'o1', values: groupValuesOf(GROUP) })
  for (const [name, value] of fields) actor.send({ type: 'field.changed', name, value })
  actor.send({ type: 'form.submitted' })
  await waitFor(actor, (form) => form.matches('closed'))
  return call.mock.calls[0]?.[2].body
}

describe('changing a group', () => {
  it('sends only what was changed, so that what others changed meanwhile stays', async () => {
    expect(await sentAfter(['name', 'H'])).toEqual({ name: 'H' })
    expect(await sentAfter(['member_ids', ['u1']])).toEqual({ member_ids: ['u1'] })
    expect(await sentAfter(['service_address', ' '])).toEqual({ service_address: null })
  })

  it('does not send members that were taken out and put back', async () => {
    expect(await sentAfter(['member_ids', ['u2']], ['member_ids', ['u2', 'u1']], ['name', 'H'])).toEqual({
      name: 'H',
    })
  })
})
