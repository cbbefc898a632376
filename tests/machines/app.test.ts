import { expect } from 'vitest'
import { appMachine } from '../../src/machines/app/app.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { appModel } from './app.model.ts'

describeModel({
  name: 'app',
  machine: appMachine,
  model: appModel,
  rig: (world) => ({
    oracles: {
      'app.outside': () => expect([...world.children.keys()]).toEqual(['session']),
      'app.inside': () => {
        expect([...world.children.keys()]).toEqual(expect.arrayContaining(['session', 'workspace']))
        expect(world.snapshot().context.userId).not.toBeNull()
      },
      'app.inside.asking': () => expect(world.children.has('askToLeave')).toBe(true),
      'app.inside.goingOut': () => expect(world.effects.map(({ name }) => name)).toContain('signOut'),
    },
  }),
})
