import { type ActorRefFrom, fromTransition } from 'xstate'

type ShortcutsEvent = { type: 'shortcuts.opened' } | { type: 'shortcuts.closed' }

/** Whether the sheet of keyboard shortcuts is open. */
export const shortcutsShownLogic = fromTransition<boolean, ShortcutsEvent, never, undefined>(
  (_, { type }) => type === 'shortcuts.opened',
  false,
)

export type ShortcutsShownRef = ActorRefFrom<typeof shortcutsShownLogic>
