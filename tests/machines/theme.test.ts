import { expect } from 'vitest'
import { themeMachine } from '../../src/machines/shell/theme.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { themeModel } from './shell.model.ts'

/** [S1.3] [S4.20] */
describeModel({
  name: 'theme',
  machine: themeMachine,
  model: themeModel,
  rig: (world) => ({
    oracles: Object.fromEntries(
      ['light', 'dark', 'system'].map((choice) => [
        `theme.${choice}`,
        // Nothing is applied at its start: the page has done that.
        () => {
          const applied = world.effects.at(-1)?.params as { choice: string } | undefined
          expect(applied?.choice ?? 'system').toBe(choice)
        },
      ]),
    ),
  }),
})
