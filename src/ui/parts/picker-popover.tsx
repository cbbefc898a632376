import { Popover, Portal } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ComponentProps } from 'react'
import type { Option } from '../../machines/shell/picker.options.ts'
import { Picker } from './picker.tsx'

interface PickerPopoverProps<Shown extends Option>
  extends Omit<ComponentProps<typeof Picker<Shown>>, 'label' | 'placeholder'> {
  /** Name of the list, such as `Organizations`. */
  of: string
  /** Such as `Search organizations`. */
  search: string
  /** The id of the button that opens it. */
  opener: string
}

/** A list to search and pick from, opened from the current option. */
export function PickerPopover<Shown extends Option>({
  actor,
  of,
  search,
  opener,
  ...picker
}: PickerPopoverProps<Shown>) {
  const open = useSelector(actor, (picker) => picker.hasTag('open'))
  return (
    <Popover.Root
      open={open}
      onOpenChange={(change) => actor.send({ type: change.open ? 'picker.opened' : 'picker.closed' })}
      ids={{ trigger: opener }}
      positioning={{ placement: 'bottom-start' }}
      lazyMount
      unmountOnExit
    >
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
