import type { themeMachine } from '../../src/machines/theme/theme.machine.ts'
import type { Model } from '../harness/model/model.ts'

export const themeModel: Model<typeof themeMachine> = {
  events: () => ['light', 'dark', 'system'].map((choice) => ({ type: 'theme.picked', choice })),
  key: () => null,
}
