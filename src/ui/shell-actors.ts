import type { LucideIcon } from 'lucide-react'
import { useEffect } from 'react'
import type { VerificationRef } from '../machines/accounts/verification.machine.ts'
import type { SendFeedbackRef } from '../machines/conversations/send-feedback.machine.ts'
import type { PickerRef } from '../machines/shell/picker.machine.ts'
import type { Option } from '../machines/shell/picker.options.ts'
import { createProvided } from './provided.ts'
import type { ShortcutsShownRef } from './shortcuts-shown.ts'

/** Something that the menu, a shortcut and the palette do in the same way. */
export interface Command extends Option {
  readonly icon: LucideIcon
  /** As tinykeys reads them; `Control` stands for Cmd, too. */
  readonly keys?: string
  readonly run: () => void
}

/** What lies over the page, opened from anywhere in the shell; and what the shown screen can do besides. */
interface Shell {
  readonly offer: (commands: readonly Command[]) => void
  readonly palette: PickerRef
  readonly shortcuts: ShortcutsShownRef
  readonly feedback: SendFeedbackRef
  readonly verification: VerificationRef
}

export const [ShellContext, useShell] = createProvided<Shell>('Shell')

/** While a screen is shown, what it can do besides; made once and again only when it changes. */
export function useScreenCommands(commands: readonly Command[]) {
  const { offer } = useShell()
  useEffect(() => {
    offer(commands)
    return () => offer([])
  }, [offer, commands])
}
