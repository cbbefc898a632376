import type { LucideIcon } from 'lucide-react'
import { useEffect } from 'react'
import type { VerificationRef } from '../machines/accounts/verification.machine.ts'
import type { SendFeedbackRef } from '../machines/conversations/send-feedback.machine.ts'
import type { PickerRef } from '../machines/shell/picker.machine.ts'
import type { Option } from '../machines/shell/picker.options.ts'
import { createProvided } from './provided.ts'
import type { ShortcutsShownRef } from './shortcuts-shown.ts'

/** An action of the menu, a shortcut and the palette. */
export interface Command extends Option {
  readonly icon: LucideIcon
  /** In tinykeys' format; `Control` also means Cmd. */
  readonly keys?: string
  readonly run: () => void
}

/** The overlays that the shell can open, and the additional commands of the current screen. */
interface Shell {
  readonly offer: (commands: readonly Command[]) => void
  readonly palette: PickerRef
  readonly shortcuts: ShortcutsShownRef
  readonly feedback: SendFeedbackRef
  readonly verification: VerificationRef
}

export const [ShellContext, useShell] = createProvided<Shell>('Shell')

/** The current screen's commands; replaced only when they change. */
export function useScreenCommands(commands: readonly Command[]) {
  const { offer } = useShell()
  useEffect(() => {
    offer(commands)
    return () => offer([])
  }, [offer, commands])
}
