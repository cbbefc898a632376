import { expect } from 'vitest'
import { pagesMachine } from '../../src/machines/pages/pages.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { pagesModel } from './pages.model.ts'

describeModel({
  name: 'pages',
  machine: pagesMachine,
  model: pagesModel,
  rig: (world) => ({
    oracles: {
      pages: () => expect(world.children.get('pages')?.input).toEqual(pagesModel.input),
      'pages.loading': () => expect(world.snapshot().context.error).toBeNull(),
      'pages.empty': () => expect(world.snapshot().context.items).toEqual([]),
      'pages.ready': () => expect(world.snapshot().context.items).not.toEqual([]),
      'pages.ready.broken': () => expect(world.snapshot().context.error).not.toBeNull(),
    },
  }),
})
