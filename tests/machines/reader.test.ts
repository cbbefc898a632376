import { expect } from 'vitest'
import { readerMachine } from '../../src/machines/knowledge/reader.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { readerModel } from './knowledge-base.model.ts'

describeModel({
  name: 'reader',
  machine: readerMachine,
  model: readerModel,
  rig: (world) => ({
    oracles: {
      'reader.open.loading': () =>
        expect(world.children.get('loadDocument')?.input).toMatchObject({ documentId: 'd1' }),
      'reader.open.gone': () => expect(world.children.size).toBe(0),
      'reader.open.ready': () => expect(world.snapshot().context.source).not.toBeNull(),
      'reader.closed': () => expect(world.children.size).toBe(0),
    },
  }),
})
