import type { toastsMachine } from '../../src/machines/shell/toasts/toasts.machine.ts'
import type { Model } from '../harness/model/model.ts'

export const toastsModel: Model<typeof toastsMachine> = {
  events: () => [
    { type: 'toast.requested', toast: { id: 'saving', type: 'loading', message: 'Saving...' } },
    { type: 'toast.requested', toast: { id: 'saving', type: 'success', message: 'Saved' } },
    { type: 'toast.closed', id: 'saving' },
    { type: 'toast.followed', id: 'saving' },
    { type: 'rate.limited', message: 'Slow down', suggestions: [] },
    { type: 'rate.limited', message: 'Slow down', suggestions: ['Wait a little.'] },
  ],
  key: ({ context }) => context.toasts.map(({ type }) => type),
}
