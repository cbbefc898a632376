import { Menu, Text } from '@chakra-ui/react'
import { Ellipsis, type LucideIcon } from 'lucide-react'
import { IconButton } from './button.tsx'
import { MenuLayer } from './menu-layer.tsx'

interface RowAction {
  readonly label: string
  readonly icon?: LucideIcon
  readonly run: () => void
  /** Whether it waits for another action. */
  readonly waits?: boolean
}

/** The actions on a row. */
export const RowMenu = ({ label, actions }: { label: string; actions: readonly RowAction[] }) => (
  <Menu.Root
    positioning={{ placement: 'bottom-end' }}
    lazyMount
    unmountOnExit
    onSelect={({ value }) => actions.find((action) => action.label === value)?.run()}
  >
    <Menu.Trigger asChild>
      <IconButton label={label}>
        <Ellipsis aria-hidden />
      </IconButton>
    </Menu.Trigger>
    <MenuLayer label={label}>
      {actions.map(({ label: text, icon: Icon, waits = false }) => (
        <Menu.Item key={text} value={text} disabled={waits}>
          {Icon && <Icon aria-hidden />}
          <Text as="span" flex="1">
            {text}
          </Text>
        </Menu.Item>
      ))}
    </MenuLayer>
  </Menu.Root>
)
