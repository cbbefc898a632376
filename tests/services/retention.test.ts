import { expect, it, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import type { QueryCache } from '../../src/services/cache/query-cache.ts'
import type { Operation } from '../../src/services/contract/operations/operation.ts'
import type { Retention, RetentionRule } from '../../src/services/contract/retention.ts'
import type { Http } from '../../src/services/http/client.ts'
import { provideOrganizationSettings } from '../../src/services/organizations/organization-settings.provide.ts'
import type { OrganizationsApi } from '../../src/services/organizations/organizations-api.ts'
import { NOTHING } from '../machines/retention.model.ts'

const rule = (channel: RetentionRule['channel'], days: number): RetentionRule => ({
  integration_id: null,
  channel,
  days,
})
const READ: Retention = {
  default_days: 30,
  rules: [rule('playground', 7), rule('chat', 90)],
  audit_days: null,
  deleted_document_days: null,
  delivery_days: null,
}

/** What is counted and then stored when `stored` replaced `READ` before a change was saved. */
const saved = async (stored: Retention, name: keyof Retention, value: unknown) => {
  const bodies: Retention[] = []
  const http = {
    call: async ({ address }: Operation, _ids: object, { body }: { body?: Retention }) => {
      if (!body) return stored
      bodies.push(body)
      return address.startsWith('PUT') ? body : NOTHING
    },
  } as unknown as Http
  const { retention } = provideOrganizationSettings(
    http,
    {} as OrganizationsApi,
    { invalidateQueries: async () => {} } as unknown as QueryCache,
  )
  const actor = createActor(retention, { input: { organizationId: 'o1', values: READ } }).start()
  actor.send({ type: 'field.changed', name, value })
  await waitFor(actor, (form) => form.matches({ changed: { editing: 'counted' } }))
  actor.send({ type: 'form.submitted' })
  await waitFor(actor, (form) => form.matches('unchanged'))
  return bodies
}

it('saves the retention rule that was changed, and leaves what others changed meanwhile', async () => {
  const both = { ...READ, default_days: null, delivery_days: 7 }
  expect(await saved({ ...READ, default_days: null }, 'delivery_days', 7)).toEqual([both, both])
})

it('changes one exception, and leaves those that others changed and added', async () => {
  const stored = { ...READ, rules: [rule('playground', 14), rule('share', 60)] }
  const rules = [rule('playground', 7), rule('chat', 365)]
  const [, put] = await saved(stored, 'rules', rules)
  expect(put!.rules).toEqual([rule('playground', 14), rule('chat', 365), rule('share', 60)])
})

it('reads the rules again if the answer to a save was lost: they may be stored', async () => {
  const readAgain = vi.fn(async () => {})
  const http = {
    call: async ({ address }: Operation, _ids: object, { body }: { body?: Retention }) => {
      if (address.startsWith('PUT')) throw new Error('no answer')
      return body ? NOTHING : READ
    },
  } as unknown as Http
  const cache = { invalidateQueries: readAgain } as unknown as QueryCache
  const { retention } = provideOrganizationSettings(http, {} as OrganizationsApi, cache)
  const actor = createActor(retention, { input: { organizationId: 'o1', values: READ } }).start()
  actor.send({ type: 'field.changed', name: 'default_days', value: 60 })
  await waitFor(actor, (form) => form.matches({ changed: { editing: 'counted' } }))
  actor.send({ type: 'form.submitted' })
  await waitFor(actor, (form) => form.context.error !== null)
  expect(readAgain).toHaveBeenCalledOnce()
})
