import type { sidebarMachine } from '../../src/machines/sidebar/sidebar.machine.ts'
import type { Model } from '../harness/model/model.ts'

export const sidebarModel: Model<typeof sidebarMachine> = {
  events: () =>
    ['sidebar.toggled', 'drawer.opened', 'drawer.closed', 'route.changed'].map((type) => ({ type })),
  key: () => null,
}
