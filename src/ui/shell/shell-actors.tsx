import { type ReactNode, useMemo, useState } from 'react'
import { pickerMachine } from '../../machines/shell/picker.machine.ts'
import { useProvidedActor } from '../provided.ts'
import { type Command, ShellContext } from '../shell-actors.ts'
import { shortcutsShownLogic } from '../shortcuts-shown.ts'
import { useViewActor } from '../view-actor.ts'

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
  return <ShellContext value={actors}>{children(offered)}</ShellContext>
}
