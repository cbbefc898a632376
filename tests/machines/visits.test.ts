import { expect } from 'vitest'
import { visitsMachine } from '../../src/machines/visits/visits.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { conversation } from './samples.ts'
import { visitsModel } from './visits.model.ts'

describeModel({
  name: 'visits',
  machine: visitsMachine,
  model: visitsModel,
  rig: (world) => ({
    oracles: {
      'visits.closed': () => expect([...world.children.keys()]).toEqual([]),
      'visits.open.removing': () =>
        expect(world.children.get('removeConversation')?.input).toEqual({ id: conversation.id }),
      // What was asked about is not asked when the list is opened again.
      'visits.open.loading': () => expect(world.snapshot().context.doomed).toBeNull(),
      'visits.open.listed': () => expect(world.snapshot().context.doomed).toBeNull(),
    },
  }),
})
