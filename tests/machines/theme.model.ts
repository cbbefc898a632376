import type { themeMachine } from '../../src/machines/shell/theme.machine.ts'
import type { Model } from '../harness/model/model.ts'

export const themeModel: Model<typeof themeMachine> = {
  events: () => ['light', 'dark', 'system'].map((choice) => ({ type: 'theme.picked', choice })),
  key: () => null,
}
