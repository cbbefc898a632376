import { expect, it } from 'vitest'
import { createActor } from 'xstate'
import type { QueryCache } from '../../src/services/cache/query-cache.ts'
import type { Http } from '../../src/services/http/client.ts'
import { providePersonalData } from '../../src/services/organizations/personal-data.provide.ts'
import { RECEIPT } from '../machines/personal-data.model.ts'

it('a receipt is named after the day on which the person asked, as its line is', () => {
  const link = { href: '', download: '', click: () => {} }
  const machine = providePersonalData(
    {} as Http,
    {} as QueryCache,
    { createElement: () => link } as unknown as Document,
    () => 'Pacific/Honolulu',
  )
  const actor = createActor(machine, { input: { organizationId: 'o1' } }).start()
  const erasure = { ...RECEIPT, requested_at: '2026-02-01T05:00:00.000Z' }
  actor.send({ type: 'receipt.requested', erasure })
  expect(link.download).toBe('erasure-2026-01-31.json')
  actor.stop()
})
