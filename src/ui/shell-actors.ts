import type { LucideIcon } from 'lucide-react'
import { createElement, type ReactNode, useEffect, useMemo, useState } from 'react'
import { type ActorRefFrom, fromTransition } from 'xstate'
import type { VerificationRef } from '../machines/accounts/verification.machine.ts'
import type { SendFeedbackRef } from '../machines/conversations/send-feedback.machine.ts'
import { type PickerRef, pickerMachine } from '../machines/shell/picker.machine.ts'
import type { Option } from '../machines/shell/picker.options.ts'
import { createProvided, useProvidedActor } from './provided.ts'
import { useViewActor } from './view-actor.ts'

/** An action of the menu, a shortcut and the palette. */
export interface Command extends Option {
  readonly icon: LucideIcon
  /** In tinykeys' format; `Control` also means Cmd. */
  readonly keys?: string
  readonly run: () => void
}

type ShortcutsEvent = { type: 'shortcuts.opened' } | { type: 'shortcuts.closed' }

/** Whether the sheet of keyboard shortcuts is open. */
const shortcutsShownLogic = fromTransition<boolean, ShortcutsEvent, never, undefined>(
  (_, { type }) => type === 'shortcuts.opened',
  false,
)

/** The overlays that the shell can open, and the additional commands of the current screen. */
interface Shell {
  readonly offer: (commands: readonly Command[]) => void
  readonly palette: PickerRef
  readonly shortcuts: ActorRefFrom<typeof shortcutsShownLogic>
  readonly feedback: SendFeedbackRef
  readonly verification: VerificationRef
}

const [ShellContext, useShell] = createProvided<Shell>('Shell')

export { useShell }

/** Shared by the shell and its screens; `children` get the commands of the current screen. */
export function ShellActors({ children }: { children: (offered: readonly Command[]) => ReactNode }) {
  const palette = useViewActor(pickerMachine)
  const shortcuts = useViewActor(shortcutsShownLogic)
  const feedback = useProvidedActor('sendFeedback')
  const verification = useProvidedActor('verification')
  const [offered, offer] = useState<readonly Command[]>([])
  const actors = useMemo(
    () => ({ palette, shortcuts, feedback, verification, offer }),
    [palette, shortcuts, feedback, verification],
  )
  return createElement(ShellContext, { value: actors }, children(offered))
}

/** The current screen's commands; replaced only when they change. */
export function useScreenCommands(commands: readonly Command[]) {
  const { offer } = useShell()
  useEffect(() => {
    offer(commands)
    return () => offer([])
  }, [offer, commands])
}
