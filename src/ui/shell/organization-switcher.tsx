import { Suspense, useId } from 'react'
import { pickerMachine } from '../../machines/shell/picker.machine.ts'
import { useViewActor } from '../view-actor.ts'
import type { Commands } from './commands.ts'
import { OrganizationButton } from './organization-button.tsx'
import { OrganizationPicker } from './over-page.tsx'

/** S2.33: the current organization, and behind it the others. */
export function OrganizationSwitcher({ collapsed, commands }: { collapsed: boolean; commands: Commands }) {
  const picker = useViewActor(pickerMachine)
  const opener = useId()
  return (
    <>
      <OrganizationButton picker={picker} id={opener} collapsed={collapsed} />
      <Suspense fallback={null}>
        <OrganizationPicker picker={picker} opener={opener} commands={commands} />
      </Suspense>
    </>
  )
}
