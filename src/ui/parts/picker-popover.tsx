import { Popover, Portal } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ComponentProps, ReactElement } from 'react'
import type { Option } from '../../machines/picker/picker.options.ts'
import { Picker } from './picker.tsx'

interface PickerPopoverProps<Shown extends Option>
  extends Omit<ComponentProps<typeof Picker<Shown>>, 'label' | 'placeholder'> {
  /** What the list holds, as `Organizations`. */
  of: string
  /** As `Search organizations`. */
  search: string
  /** Opens it. */
  trigger: ReactElement
}

/** A list to search and pick from, behind the one that is current. */
export function PickerPopover<Shown extends Option>({
  actor,
  of,
  search,
  trigger,
  ...picker
}: PickerPopoverProps<Shown>) {
  const open = useSelector(actor, ({ value }) => value !== 'closed')
  return (
    <Popover.Root
      open={open}
      onOpenChange={(change) => actor.send({ type: change.open ? 'picker.opened' : 'picker.closed' })}
      positioning={{ placement: 'bottom-start' }}
      lazyMount
      unmountOnExit
    >
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Portal>
        <Popover.Positioner>
          <Popover.Content aria-label={of}>
            <Picker actor={actor} label={search} placeholder={search} {...picker} />
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  )
}
