import { expect } from 'vitest'
import { sidebarMachine } from '../../src/machines/shell/sidebar.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { sidebarModel } from './shell.model.ts'

/** [S2.23] */
describeModel({
  name: 'sidebar',
  machine: sidebarMachine,
  model: sidebarModel,
  rig: (world) => ({
    oracles: {
      'sidebar.rail.collapsed': () => expect(world.effects.at(-1)?.params).toEqual({ collapsed: true }),
      'sidebar.rail.expanded': () => {
        expect(world.effects.at(-1)?.params).not.toEqual({ collapsed: true })
      },
    },
  }),
})
