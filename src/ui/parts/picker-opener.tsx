import { useSelector } from '@xstate/react'
import type { ComponentProps } from 'react'
import type { PickerRef } from '../../machines/shell/picker.machine.ts'
import { Pressable } from './button.tsx'

/** The button that opens a list of options; the list's code may load later. */
export function PickerOpener({ actor, ...props }: ComponentProps<typeof Pressable> & { actor: PickerRef }) {
  const open = useSelector(actor, (picker) => picker.hasTag('open'))
  return (
    <Pressable
      type="button"
      aria-haspopup="dialog"
      aria-expanded={open}
      onClick={() => actor.send({ type: open ? 'picker.closed' : 'picker.opened' })}
      {...props}
    />
  )
}
