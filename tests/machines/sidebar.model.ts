import type { sidebarMachine } from '../../src/machines/shell/sidebar.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless } from '../harness/model/unhandled.ts'

export const sidebarModel: Model<typeof sidebarMachine> = {
  events: () =>
    ['sidebar.toggled', 'drawer.opened', 'drawer.closed', 'route.changed'].map((type) => ({ type })),
  unhandled: [
    harmless(['drawer.opened'], ['drawer.open'], 'It is open already.'),
    harmless(['drawer.closed', 'route.changed'], ['drawer.closed'], 'It is closed already.'),
  ],
  key: () => null,
}
